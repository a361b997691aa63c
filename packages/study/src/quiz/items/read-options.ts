import { isObject } from '../../generation/collect-items.ts';
import { fieldValues } from './field-names.ts';
import { foldCase, readText, type Written } from './read-value.ts';

/** Fewer leave no choice; more are no options but a text that was cut up. */
const optionCount = { least: 2, most: 12 } as const;

/** Options of a question, with the ones that were marked as right where they stand. */
export interface WrittenOptions {
  readonly options: readonly string[];
  /** `undefined` where none says of itself whether it is right. */
  readonly marked?: readonly number[] | undefined;
}

/** The options of a question, or `undefined` where they are blank, the same, too few, or none. */
export function readOptions(value: Written): WrittenOptions | undefined {
  for (const candidate of fieldValues(value, 'options')) {
    const list = listOf(candidate);
    if (list !== undefined) return readList(list);
  }
  return undefined;
}

/** A list, or the values of `{"A": …, "B": …}`. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  const isLettered = names.every((name, i) => labelIndex(name) === i);
  return isLettered ? Object.values(value) : undefined;
}

function readList(list: readonly unknown[]): WrittenOptions | undefined {
  if (list.length < optionCount.least || list.length > optionCount.most) return undefined;
  const texts = list.map((entry) => readText(isObject(entry) ? textOf(entry) : entry));
  if (texts.some((text) => text === undefined)) return undefined;
  const options = withoutLabels(texts as string[]);
  if (new Set(options.map(foldCase)).size < options.length || options.includes('')) return undefined;
  const marks = list.map((entry) => (isObject(entry) ? markOf(entry) : undefined));
  const isMarked = marks.some((mark) => mark !== undefined);
  return { options, ...(isMarked && { marked: marks.flatMap((mark, i) => (mark === true ? [i] : [])) }) };
}

function textOf(entry: Written): unknown {
  const { text, option, label, value, answer, content } = entry;
  return [text, option, answer, content, value, label].find((part) => typeof part === 'string');
}

function markOf(entry: Written): boolean | undefined {
  const mark = fieldValues(entry, 'correct').find((part) => typeof part === 'boolean');
  return typeof mark === 'boolean' ? mark : undefined;
}

const label = /^\(?([A-La-l])[).:]\s*/;

/** Takes `A)`, `B)` … away where all options have them in order: they would be wrong once the options are shuffled. */
function withoutLabels(options: readonly string[]): string[] {
  const isLabelled = options.every((option, i) => labelIndex(label.exec(option)?.[1] ?? '') === i);
  return isLabelled ? options.map((option) => option.replace(label, '')) : [...options];
}

/**
 * The option that a value means: its index, its text, or its letter. `undefined` where it means none, or could mean two.
 */
export function optionIndex(value: unknown, options: readonly string[]): number | undefined {
  if (typeof value === 'number') return inRange(value, options);
  const text = readText(value);
  if (text === undefined) return undefined;
  const byText = textIndex(text, options);
  const byNumber = /^\d{1,2}$/.test(text) ? inRange(Number(text), options) : undefined;
  const letter = /^\(?([A-La-l])[).:]?$/.exec(text)?.[1];
  const byLetter = letter === undefined ? undefined : inRange(labelIndex(letter), options);
  const meant = new Set([byText, byNumber, byLetter].filter((index) => index !== undefined));
  return meant.size === 1 ? [...meant][0] : undefined;
}

function textIndex(text: string, options: readonly string[]): number | undefined {
  const folded = options.map(foldCase);
  const whole = folded.indexOf(foldCase(text));
  if (whole >= 0) return whole;
  const labelled = label.exec(text);
  if (labelled === null) return undefined;
  const index = folded.indexOf(foldCase(text.replace(label, '')));
  // A letter that says another option than the text behind it says nothing.
  return index >= 0 && labelIndex(labelled[1] as string) === index ? index : undefined;
}

function labelIndex(letter: string): number {
  return letter.length === 1 ? letter.toLowerCase().charCodeAt(0) - 97 : -1;
}

function inRange(index: number, options: readonly string[]): number | undefined {
  return Number.isInteger(index) && index >= 0 && index < options.length ? index : undefined;
}
