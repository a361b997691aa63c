import type { TextRange } from '@cubo/contracts';
import { sentencesOf } from '@cubo/core';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { groundQuote } from '../grounding/ground-quote.ts';
import { cleanLabel, labelKey } from './clean-label.ts';
import type { NodeDraft } from './grow-tree.ts';

interface Section {
  readonly label: string;
  /** The first passage under the heading. */
  readonly passage: StudyPassage;
  /** How much stands under it, in characters. */
  size: number;
  readonly children: Map<string, Section>;
}

/**
 * The tree of the headings that passages stand under. A heading that all of them share is left out: it is what the map is
 * about. Of more than `breadth` sections the longest are taken, in their order. Each rests on the first sentence below it.
 */
export function headingTree(
  passages: readonly StudyPassage[],
  { depth, breadth }: { readonly depth: number; readonly breadth: number },
): NodeDraft[] {
  const severalDocuments = new Set(passages.map(({ source }) => source)).size > 1;
  const paths = passages.map((passage) => {
    const { title, heading = [] } = passage;
    const labels = [...(severalDocuments && title !== undefined ? [title] : []), ...heading].flatMap(
      (label) => cleanLabel(label) ?? [],
    );
    // Many a document has its title as its first heading.
    return labels.filter((label, index) => index === 0 || labelKey(label) !== labelKey(labels[index - 1] as string));
  });
  const shared = sharedLength(paths);
  const sections = new Map<string, Section>();
  for (const [index, passage] of passages.entries()) {
    let level = sections;
    for (const label of (paths[index] as string[]).slice(shared, shared + depth)) {
      const key = labelKey(label);
      let section = level.get(key);
      if (section === undefined) {
        section = { label, passage, size: 0, children: new Map() };
        level.set(key, section);
      }
      section.size += passage.text.length;
      level = section.children;
    }
  }
  return drafts(sections, breadth);
}

/** How many headings all paths share; one of them may end there. */
function sharedLength(paths: readonly (readonly string[])[]): number {
  const longest = paths.filter((path) => path.length > 0);
  const [first] = longest;
  if (first === undefined) return 0;
  let length = 0;
  while (length < first.length && longest.every((path) => path.length <= length || path[length] === first[length]))
    length++;
  // What remains must be something.
  return longest.some((path) => path.length > length) ? length : 0;
}

function drafts(sections: ReadonlyMap<string, Section>, breadth: number): NodeDraft[] {
  const all = [...sections.values()];
  const chosen = new Set(all.toSorted((one, other) => other.size - one.size).slice(0, breadth));
  return all
    .filter((section) => chosen.has(section))
    .map(({ label, passage, children }) => ({
      label,
      grounding: groundQuote(passage, firstSentence(passage)),
      children: drafts(children, breadth),
    }));
}

/** The first sentence that is no heading, as a passage may begin with those that it stands under. */
function firstSentence({ text, kind, heading = [] }: StudyPassage): TextRange {
  const headings = new Set(heading.map(labelKey));
  const sentences = sentencesOf(text, kind);
  const isHeading = (sentence: string) => sentence.startsWith('#') || headings.has(labelKey(sentence));
  const first = sentences.find((sentence) => !isHeading(sentence.text)) ?? sentences[0];
  return first === undefined
    ? { start: 0, end: text.length }
    : { start: first.start, end: first.start + first.text.length };
}
