import type { Analyzer } from '@cubo/contracts';
import type { DraftOfKind } from '../question-draft.ts';
import type { Verdict } from './quiz-answer.ts';
import { readNumber } from './read-number.ts';
import { unitFactor } from './units.ts';

/** What two numbers that mean the same may differ by once they were divided and multiplied, relative to their size. */
const rounding = 1e-9;

/** Grades a number. An answer without a unit is taken to be in that of the question; another unit is converted. */
export function gradeNumeric(
  { value, tolerance, unit }: Pick<DraftOfKind<'numeric'>, 'value' | 'tolerance' | 'unit'>,
  answer: number | string,
  analyzer: Analyzer,
): Verdict {
  const written = typeof answer === 'number' ? { values: [answer], unit: '' } : readNumber(answer);
  const factor = written === undefined ? undefined : factorOf(written.unit, unit, analyzer);
  const margin = tolerance + Math.abs(value) * rounding;
  const correct =
    factor !== undefined && (written?.values ?? []).some((reading) => Math.abs(reading * factor - value) <= margin);
  return { score: correct ? 1 : 0, correct, by: 'rules' };
}

function factorOf(given: string, wanted: string | undefined, analyzer: Analyzer): number | undefined {
  if (given === '') return 1;
  return wanted === undefined ? undefined : unitFactor(given, wanted, analyzer);
}
