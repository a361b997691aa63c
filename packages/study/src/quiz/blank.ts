/** How a blank is written in the text of a cloze question. */
export const blank = '____';

/** The text of a cloze question between its blanks: one part more than there are blanks. */
export function partsOfCloze(text: string): string[] {
  return text.split(blank);
}

/** How many blanks a text has. */
export function countBlanks(text: string): number {
  return partsOfCloze(text).length - 1;
}
