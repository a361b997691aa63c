import { readNumber, type WrittenNumber } from '../grading/read-number.ts';
import type { DraftOfKind } from '../question-draft.ts';
import { readCommon } from './common.ts';
import { fieldValue, fieldValues } from './field-names.ts';
import { readText, type Written } from './read-value.ts';

/** A question for a number that a model meant. */
export function readNumeric(value: Written): DraftOfKind<'numeric'> | undefined {
  const common = readCommon(value);
  const written = fieldValues(value, 'value')
    .map(numberOf)
    .find((number) => number !== undefined);
  const [number] = written?.values ?? [];
  if (common === undefined || number === undefined) return undefined;
  const unit = readText(fieldValue(value, 'unit')) ?? (written?.unit || undefined);
  const tolerance = readTolerance(fieldValue(value, 'tolerance'), number);
  return { kind: 'numeric', ...common, value: number, tolerance, ...(unit !== undefined && { unit }) };
}

function numberOf(value: unknown): WrittenNumber | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? { values: [value], unit: '' } : undefined;
  return typeof value === 'string' ? readNumber(value) : undefined;
}

/** A number, or a share of the value: `5 %`. What is none, or below 0, is 0. */
function readTolerance(value: unknown, of: number): number {
  const written = numberOf(value);
  const [number = 0] = written?.values ?? [];
  if (number < 0) return 0;
  return written?.unit === '%' ? (Math.abs(of) * number) / 100 : number;
}
