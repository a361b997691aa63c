import { assertKnownOptions, badArgument, type FeedbackOptions, type KnownOptions } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';

const known: KnownOptions<FeedbackOptions> = { documents: true, terms: true, originalWeight: true };

/** Refuses settings of feedback that make no sense. */
export function assertFeedback(feedback: unknown): void {
  if (feedback === undefined || typeof feedback === 'boolean') return;
  assertKnownOptions('The option feedback', feedback, known);
  const { documents, terms, originalWeight } = feedback as Partial<Record<keyof FeedbackOptions, unknown>>;
  for (const [name, count] of Object.entries({ documents, terms })) {
    if (count === undefined || (Number.isInteger(count) && Number(count) >= 1 && Number(count) <= 100)) continue;
    throw badArgument(`${name} of feedback is ${describeValue(count)}.`, 'Pass a whole number from 1 to 100.');
  }
  if (originalWeight === undefined) return;
  if (typeof originalWeight === 'number' && originalWeight >= 0 && originalWeight <= 1) return;
  throw badArgument(
    `originalWeight of feedback is ${describeValue(originalWeight)}.`,
    'Pass a number from 0, the passages alone, to 1, the query alone.',
  );
}
