import type { DraftOfKind } from '../question-draft.ts';
import { readCommon } from './common.ts';
import { fieldValue, fieldValues } from './field-names.ts';
import { foldCase, readSentence, type Written } from './read-value.ts';

/** A question to be answered in words that a model meant. */
export function readShortAnswer(value: Written): DraftOfKind<'short-answer'> | undefined {
  const common = readCommon(value);
  if (common === undefined) return undefined;
  const written = fieldValues(value, 'answer')
    .map(readSentence)
    .find((text) => text !== undefined);
  const points = readPoints(fieldValue(value, 'keyPoints'));
  const answer = written ?? (points.length > 0 ? points.join('; ') : undefined);
  if (answer === undefined) return undefined;
  return { kind: 'short-answer', ...common, answer, keyPoints: points.length > 0 ? points : [answer] };
}

/** Points that are none are left out. */
function readPoints(value: unknown): string[] {
  const seen = new Set<string>();
  return (Array.isArray(value) ? value : [value]).flatMap((entry) => {
    const point = readSentence(entry);
    if (point === undefined || seen.has(foldCase(point))) return [];
    seen.add(foldCase(point));
    return [point];
  });
}
