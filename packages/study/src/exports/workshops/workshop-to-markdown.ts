import { citationLabel } from '@cubo/core';
import type { Grounding } from '../../grounding/grounding.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';

/** A workshop as the export takes it. */
export interface ExportedWorkshop {
  readonly title: string;
  readonly summary: string;
  readonly keyPoints: readonly string[];
  readonly objectives: readonly string[];
  /** Those that are not written yet are named. */
  readonly lessons: readonly ExportedLesson[];
}

/** A lesson of it. */
export interface ExportedLesson {
  readonly title: string;
  readonly objectives: readonly string[];
  /** How long it takes. */
  readonly minutes: number;
  readonly text?:
    | {
        /** Markdown that begins with a heading, and cites by numbers in square brackets. */
        readonly markdown: string;
        readonly citations: readonly { readonly number: number; readonly grounding: Grounding }[];
      }
    | undefined;
}

/**
 * A workshop as one Markdown document: its outline, then every lesson below a heading of the second level. What lessons
 * cite are footnotes, which count through the whole document. HTML that a model wrote is shown as text.
 */
export function workshopToMarkdown({ title, summary, keyPoints, objectives, lessons }: ExportedWorkshop): string {
  const notes: string[] = [];
  const parts = [
    `# ${escapeMarkdown(title)}`,
    ...(summary === '' ? [] : [escapeMarkdown(summary)]),
    ...list(keyPoints),
    ...list(objectives),
    ...lessons.map((lesson, index) => writeLesson(lesson, index + 1, notes)),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function list(entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [entries.map((entry) => `- ${escapeMarkdown(entry)}`).join('\n')];
}

function writeLesson({ title, objectives, minutes, text }: ExportedLesson, number: number, notes: string[]): string {
  const heading = `## ${number}. ${escapeMarkdown(title)} (${minutes} min)`;
  if (text === undefined) return [heading, ...list(objectives)].join('\n\n');
  const numbers = new Map<number, number>();
  for (const { number: cited, grounding } of text.citations) {
    numbers.set(cited, notes.length + 1);
    const label = citationLabel(grounding.source, grounding.locator);
    notes.push(`[^${notes.length + 1}]: ${escapeMarkdown(label)}: “${escapeMarkdown(grounding.quote)}”`);
  }
  return [heading, ...list(objectives), withoutTitle(asideFromCode(text.markdown, (part) => rewrite(part, numbers)))]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Headings go one level down, as far as there are levels, citations become footnotes, and HTML and scripts text. */
function rewrite(markdown: string, numbers: ReadonlyMap<number, number>): string {
  return markdown
    .replace(/(?<!\\)<(?!https?:)(?=[a-z/!?])/gi, '\\<')
    .replace(/\]\((?=\s*<?\s*(?:javascript|vbscript|data):)/gi, ']\\(')
    .replace(/^(#{1,6})(?=\s)/gm, (marks) => '#'.repeat(Math.min(6, marks.length + 1)))
    .replace(/(?<![\\!\]])\[(\d{1,4})\](?![(:[])/g, (whole, cited: string) => {
      const number = numbers.get(Number(cited));
      return number === undefined ? whole : `[^${number}]`;
    });
}

/** The heading of a lesson says its title once more. */
function withoutTitle(markdown: string): string {
  return markdown.replace(/^\s*## [^\n]*(?:\n|$)/, '').trim();
}

/** Code stays as it is, in fences and within lines. */
function asideFromCode(markdown: string, change: (part: string) => string): string {
  const code = /(^(?:```|~~~)[\s\S]*?(?:^(?:```|~~~)[ \t]*$|$(?![\s\S]))|`+[^`\n]+`+)/gm;
  return markdown
    .split(code)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
