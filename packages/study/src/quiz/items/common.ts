import type { Difficulty } from '../../difficulty.ts';
import { fieldValue, fieldValues } from './field-names.ts';
import { foldName, readSentence, readText, type Written } from './read-value.ts';

const difficulties: Readonly<Record<string, Difficulty>> = {
  beginner: 'beginner',
  easy: 'beginner',
  intermediate: 'intermediate',
  medium: 'intermediate',
  advanced: 'advanced',
  hard: 'advanced',
};

/** What every question may have; `undefined` where the question has the wrong type. */
export function readCommon(
  value: Written,
): { question: string; explanation?: string; difficulty?: Difficulty } | undefined {
  const question = readSentence(fieldValue(value, 'question'));
  if (question === undefined) return undefined;
  return { question, ...readRemarks(value) };
}

/** Explanation and difficulty. What is wrong with them is left out, and the question stays. */
export function readRemarks(value: Written): { explanation?: string; difficulty?: Difficulty } {
  const explanation = fieldValues(value, 'explanation').map(readSentence).find(isKnown);
  const level = readText(fieldValue(value, 'difficulty'));
  const difficulty = level === undefined ? undefined : ownValue(difficulties, foldName(level));
  return { ...(explanation !== undefined && { explanation }), ...(difficulty !== undefined && { difficulty }) };
}

/** What a table has under a name, and nothing that all objects have. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function isKnown<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
