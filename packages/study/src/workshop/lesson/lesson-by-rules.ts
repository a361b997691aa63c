import type { StudyPassage } from '../../coverage/study-passage.ts';
import { groundQuote } from '../../grounding/ground-quote.ts';
import type { LessonCitation } from '../workshop.ts';

/** A lesson that is its passages, each with its number behind it: what there is without a language model. */
export function lessonByRules(
  title: string,
  passages: readonly StudyPassage[],
): { readonly markdown: string; readonly citations: readonly LessonCitation[] } {
  const citations: LessonCitation[] = [];
  const paragraphs: string[] = [];
  let under = '';
  passages.forEach((passage, i) => {
    const start = overlapWith(passages[i - 1], passage);
    const text = passage.text.slice(start);
    const said = withoutHeadings(text, passage.heading ?? []).trim();
    if (said === '') return;
    const number = citations.length + 1;
    citations.push({ number, grounding: groundQuote(passage, { start, end: passage.text.length }) });
    const heading = passage.heading?.at(-1) ?? '';
    if (heading !== '' && heading !== under && heading !== title) paragraphs.push(`## ${heading}`);
    under = heading;
    paragraphs.push(`${said} [${number}]`);
  });
  return { markdown: [`# ${title}`, ...paragraphs].join('\n\n'), citations };
}

/** How much of a passage the one before has said already. */
function overlapWith(before: StudyPassage | undefined, passage: StudyPassage): number {
  if (before?.source !== passage.source) return 0;
  const overlap = before.locator.end - passage.locator.start;
  return before.locator.start <= passage.locator.start && overlap > 0 ? Math.min(overlap, passage.text.length) : 0;
}

/** Passages of Markdown begin with their headings, outer ones first; the last is written already. */
function withoutHeadings(text: string, headings: readonly string[]): string {
  const [first = '', ...rest] = text.trimStart().split('\n');
  const line = first
    .replace(/^#+\s*/, '')
    .replace(/\s*#+$/, '')
    .trim();
  return line !== '' && headings.includes(line) ? withoutHeadings(rest.join('\n'), headings) : text;
}
