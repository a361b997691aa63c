import { codePointBorder } from '../../text/borders.ts';

/** A paragraph is passed on in parts of about this size. */
export const longestParagraph: number = 64 * 1024;
/** Longer text is no heading, whatever its style: whole clauses are written in the styles of headings. */
const longestHeading = 400;

/** Whether a text can be a heading. */
export function canBeHeading(text: string): boolean {
  return text.length <= longestHeading;
}

/** The text of a paragraph as it is read: without invisible characters, with single spaces, without space at its ends. */
export function tidyParagraph(text: string): string {
  const plain = text.trim().toWellFormed();
  // Most paragraphs are plain, and searching is faster than replacing.
  if (!/[\u00ad\u200b\ufeff\u00a0\r\n]| {2}/.test(plain)) return plain;
  const visible = plain.replace(/[\u00ad\u200b\ufeff]/g, '').replace(/[ \u00a0\r]+/g, ' ');
  if (!visible.includes('\n')) return visible.trim();
  return visible
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** Where to cut a text that does not end: behind its last word. */
export function longTextCut(text: string): number {
  const space = text.lastIndexOf(' ');
  return space > 0 ? space : codePointBorder(text, text.length - 1);
}
