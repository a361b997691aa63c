import type { DraftOfKind } from '../question-draft.ts';
import { readCommon } from './common.ts';
import { fieldValues } from './field-names.ts';
import { optionIndex, readOptions, type WrittenOptions } from './read-options.ts';
import type { Written } from './read-value.ts';

/** A multiple-choice question that a model meant. */
export function readMultipleChoice(value: Written): DraftOfKind<'multiple-choice'> | undefined {
  const common = readCommon(value);
  const written = readOptions(value);
  if (common?.question === undefined || written === undefined) return undefined;
  const [correct, ...others] = readCorrect(value, written) ?? [];
  if (correct === undefined || others.length > 0) return undefined;
  return { kind: 'multiple-choice', ...common, options: written.options, correct };
}

/** A multi-select question that a model meant. */
export function readMultiSelect(value: Written): DraftOfKind<'multi-select'> | undefined {
  const common = readCommon(value);
  const written = readOptions(value);
  if (common?.question === undefined || written === undefined) return undefined;
  const correct = readCorrect(value, written);
  if (correct === undefined || correct.length === 0) return undefined;
  return { kind: 'multi-select', ...common, options: written.options, correct };
}

/** The right options, ascending; `undefined` where it is not clear which they are. */
function readCorrect(value: Written, { options, marked }: WrittenOptions): number[] | undefined {
  const readings = fieldValues(value, 'correct').map((candidate) => indexesOf(candidate, options));
  if (marked !== undefined) readings.push([...marked]);
  const clear = readings.filter((reading) => reading !== undefined);
  const different = new Set(clear.map((reading) => reading.join()));
  return different.size === 1 ? clear[0] : undefined;
}

function indexesOf(value: unknown, options: readonly string[]): number[] | undefined {
  const list = Array.isArray(value) ? value : [value];
  const indexes = list.map((entry) => optionIndex(entry, options));
  if (indexes.some((index) => index === undefined)) return undefined;
  return [...new Set(indexes as number[])].sort((a, b) => a - b);
}
