import { isObject } from '../../generation/collect-items.ts';
import { blank, countBlanks } from '../blank.ts';
import type { DraftOfKind } from '../question-draft.ts';
import { readRemarks } from './common.ts';
import { fieldValue, fieldValues } from './field-names.ts';
import { foldCase, readSentence, readTexts, type Written } from './read-value.ts';

const underscores = /_{2,}/g;
const otherMarks = /\[(?:blank|gap|lücke|\.{3}|…|\s*)\]|\{\{?(?:blank|gap)\}?\}/gi;
const filledMarks = /\{\{c\d+::(.+?)(?:::.*?)?\}\}/g;

/** A text with blanks that a model meant. */
export function readCloze(value: Written): DraftOfKind<'cloze'> | undefined {
  const texts = [...fieldValues(value, 'text'), fieldValue(value, 'question')].map(readSentence);
  const written = texts.find((candidate) => candidate !== undefined && countBlanks(markBlanks(candidate).text) > 0);
  if (written === undefined) return undefined;
  const { text, filled } = markBlanks(written);
  const count = countBlanks(text);
  if (!/[\p{L}\p{N}]/u.test(text.replaceAll(blank, ''))) return undefined;
  const blanks = filled.length === count ? filled : readBlanks(value, count);
  if (blanks === undefined) return undefined;
  const asked = readSentence(fieldValue(value, 'question'));
  const question = asked === undefined || countBlanks(markBlanks(asked).text) > 0 ? '' : asked;
  return { kind: 'cloze', question, text, blanks, ...readRemarks(value) };
}

/** The text with its blanks written alike, and what stood in those of Anki's notation. */
function markBlanks(text: string): { readonly text: string; readonly filled: string[][] } {
  const filled: string[][] = [];
  const marked = text
    .replace(filledMarks, (_, answer: string) => {
      filled.push([answer.trim()]);
      return blank;
    })
    .replace(otherMarks, blank)
    .replace(underscores, blank);
  return { text: marked, filled };
}

function readBlanks(value: Written, count: number): string[][] | undefined {
  for (const candidate of fieldValues(value, 'blanks')) {
    const blanks = blanksOf(candidate, count);
    if (blanks !== undefined) return blanks;
  }
  return undefined;
}

/** A list with as many entries as there are blanks: each a text, or a list of what is accepted. */
function blanksOf(value: unknown, count: number): string[][] | undefined {
  if (!Array.isArray(value)) return count === 1 ? acceptedOf([value]) : undefined;
  if (value.length === count) return acceptedOf(value);
  // Of a single blank some list what is accepted.
  return count === 1 && value.length > 0 && value.every(isText) ? acceptedOf([value]) : undefined;
}

function acceptedOf(list: readonly unknown[]): string[][] | undefined {
  const blanks = list.map((entry) =>
    readTexts(isObject(entry) ? (entry.answers ?? entry.answer ?? entry.text) : entry),
  );
  if (blanks.some((accepted) => accepted === undefined || accepted.length === 0)) return undefined;
  return (blanks as string[][]).map((accepted) => {
    const seen = new Set<string>();
    return accepted.filter((text) => !seen.has(foldCase(text)) && seen.add(foldCase(text)));
  });
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
