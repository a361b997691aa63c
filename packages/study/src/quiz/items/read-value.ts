import { readNumber } from '../grading/read-number.ts';

/** An object whose properties a model has named. */
export type Written = Readonly<Record<string, unknown>>;

/** What is longer is no part of a question, in characters: a model repeats itself. */
const longestText = 4000;

/** A name without accents, case, and what divides its words: `Correct_Answer` is `correctanswer`. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** The text of a value: trimmed, white space as single spaces. Numbers are texts too; what is blank is none. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/\s+/g, ' ').trim();
  return text.length > longestText || !/[^\p{Cf}]/u.test(text) ? undefined : text;
}

/** A text that says something: it has a letter or a digit. */
export function readSentence(value: unknown): string | undefined {
  const text = readText(value);
  return text !== undefined && /[\p{L}\p{N}]/u.test(text) ? text : undefined;
}

/** Texts of a list, or of a single value; `undefined` where one of them is none. */
export function readTexts(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  const texts = list.map(readText).filter((text) => text !== undefined);
  return texts.length === list.length ? texts : undefined;
}

/** A finite number, or a text that is nothing but one, in either notation. */
export function readFinite(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' ? readNumber(value)?.values[0] : undefined;
}

/** What two texts have to share to be the same option or question. */
export function foldCase(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
