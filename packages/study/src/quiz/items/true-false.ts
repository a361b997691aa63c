import type { DraftOfKind } from '../question-draft.ts';
import { ownValue, readCommon } from './common.ts';
import { fieldValues } from './field-names.ts';
import { optionIndex, readOptions } from './read-options.ts';
import { foldName, readText, type Written } from './read-value.ts';

const words: Readonly<Record<string, boolean>> = Object.fromEntries(
  Object.entries({
    true: [
      'true',
      't',
      'yes',
      'correct',
      'wahr',
      'richtig',
      'ja',
      'vrai',
      'oui',
      'verdadero',
      'si',
      'vero',
      'verdadeiro',
      'sim',
      'waar',
      'juist',
    ],
    false: [
      'false',
      'f',
      'no',
      'incorrect',
      'wrong',
      'falsch',
      'unwahr',
      'nein',
      'faux',
      'non',
      'falso',
      'nao',
      'onwaar',
      'onjuist',
      'nee',
    ],
  }).flatMap(([truth, names]) => names.map((name) => [name, truth === 'true'])),
);

/** A statement to be judged that a model meant. */
export function readTrueFalse(value: Written): DraftOfKind<'true-false'> | undefined {
  const common = readCommon(value);
  if (common === undefined) return undefined;
  const options = readTruthOptions(value);
  if (options === 'other') return undefined;
  const readings = fieldValues(value, 'correct')
    .map((candidate) => readTruth(candidate, options))
    .filter((reading) => reading !== undefined);
  const [correct, ...others] = [...new Set(readings)];
  return correct === undefined || others.length > 0 ? undefined : { kind: 'true-false', ...common, correct };
}

/** The truth that a word of some languages names. */
function truthOf(value: unknown): boolean | undefined {
  const text = typeof value === 'string' ? readText(value) : undefined;
  return text === undefined ? undefined : ownValue(words, foldName(text));
}

/** Indexes count only where there are options that they can mean. */
function readTruth(value: unknown, options: readonly string[] | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = truthOf(value);
  if (word !== undefined || options === undefined) return word;
  const [only, ...more] = Array.isArray(value) ? value : [value];
  const index = more.length > 0 ? undefined : optionIndex(only, options);
  return index === undefined ? undefined : truthOf(options[index]);
}

/** `other` where there are options that are not just true and false. */
function readTruthOptions(value: Written): readonly string[] | undefined | 'other' {
  const given = fieldValues(value, 'options').filter((candidate) => Array.isArray(candidate) && candidate.length > 0);
  if (given.length === 0) return undefined;
  const texts = (given[0] as unknown[]).map((entry) => (typeof entry === 'boolean' ? String(entry) : entry));
  const options = readOptions({ options: texts })?.options;
  if (options?.length !== 2 || truthOf(options[0]) === truthOf(options[1])) return 'other';
  return options.every((option) => truthOf(option) !== undefined) ? options : 'other';
}
