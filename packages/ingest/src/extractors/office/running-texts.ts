import type { StructuredSections } from '../shared/structured-sections.ts';

/** The most characters of headers and footers that are kept to tell whether they were there before. */
const mostCharacters = 1024 * 1024;

/** The headers and footers of a document's pages, each distinct text once. */
export interface RunningTexts {
  /** Adds a text, unless it is empty or differs from one that was there in numbers only. */
  add(text: string): void;
  /** Passes the texts on, behind all headings and marked as page headers. */
  finish(sections: StructuredSections): void;
}

/** None yet. */
export function createRunningTexts(): RunningTexts {
  const known = new Set<string>();
  const texts: string[] = [];
  let characters = 0;
  return {
    add(text) {
      const plain = text.trim();
      const shape = plain.replace(/\d+/g, '0').replace(/\s+/g, ' ');
      // A lone page number says nothing.
      if (!/\p{L}/u.test(plain) || known.has(shape) || characters > mostCharacters) return;
      known.add(shape);
      texts.push(plain);
      characters += plain.length;
    },
    finish(sections) {
      if (texts.length === 0) return;
      sections.leaveHeadings();
      sections.mark('[Page header or footer]');
      for (const text of texts) sections.text(text);
      sections.mark(undefined);
    },
  };
}
