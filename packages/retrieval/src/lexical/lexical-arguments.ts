import { badArgument, type SparseDocument } from '@cubo/contracts';
import type { FieldWeights } from './field-analysis.ts';
import type { Bm25Parameters } from './search/bm25.ts';

/** The parameters with defaults filled in; `CUBO_BAD_ARGUMENT` for values without meaning. */
export function checkedParameters({ k1 = 1.2, b = 0.75 }: Partial<Bm25Parameters> = {}): Bm25Parameters {
  if (!(k1 >= 0 && k1 < Number.POSITIVE_INFINITY)) {
    throw badArgument(`The BM25 parameter k1 is ${k1}.`, 'Choose a finite number of 0 or more; 1.2 is usual.');
  }
  if (!(b >= 0 && b <= 1)) {
    throw badArgument(`The BM25 parameter b is ${b}.`, 'Choose a number from 0 to 1; 0.75 is usual.');
  }
  return { k1, b };
}

/**
 * The weights with defaults filled in; `CUBO_BAD_ARGUMENT` for one that is not a whole number from 0 up. On the training
 * questions of SciFact nDCG@10 is .696, .700, .704, .703 and .702 with a title that counts 1, 2, 3, 4 and 6 times.
 */
export function checkedFieldWeights({ title = 3, heading = 1, body = 1 }: Partial<FieldWeights> = {}): FieldWeights {
  const weights = { title, heading, body };
  for (const [field, weight] of Object.entries(weights)) checkCount(weight, 0, `weights.${field}`);
  return weights;
}

/** Refuses a batch with an id that is not a whole, non-negative number, or a text that is none. */
export function checkBatch(batch: readonly SparseDocument[]): void {
  for (const { id, text } of batch) {
    if (typeof text !== 'string')
      throw badArgument(`The text of the chunk ${id} is not a string.`, 'Give each chunk a text.');
    if (!Number.isSafeInteger(id) || id < 0) {
      throw badArgument(
        `The chunk id ${id} is not a whole number of 0 or more.`,
        'Give each text the id of its chunk.',
      );
    }
  }
}

/** Refuses an option that is not a whole number of at least `least`. */
export function checkCount(value: number, least: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw badArgument(`The option ${name} is ${value}.`, `Pass a whole number of at least ${least}.`);
}

/** Refuses a limit that is not a whole, non-negative number. */
export function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 0) {
    throw badArgument(`The limit of a search is ${limit}.`, 'Ask for a whole number of hits, 0 or more.');
  }
}
