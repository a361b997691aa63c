/**
 * How much the postings of a block can be worth: pairs of a frequency and a length, both ascending, such that every
 * posting has a pair with at least its frequency and at most the length of its chunk. Whatever a ranking makes of the
 * two, as long as it prefers frequent terms and short chunks, no posting of the block ranks above the best of the pairs.
 *
 * Ding, Suel: Faster Top-k Document Retrieval Using Block-Max Indexes (SIGIR 2011); pairs in place of a score, as Lucene
 * keeps them, leave the parameters of the ranking open until a search.
 */
export interface Impacts {
  readonly frequencies: Uint32Array;
  readonly lengths: Uint32Array;
  count: number;
}

/** From this frequency on all count as the highest of them. */
const sharedFrequency = 8;

/** Pairs that a block has at most. */
export const mostImpacts = sharedFrequency;

const shortest = new Float64Array(sharedFrequency + 1);

/** Room for the impacts of one block. */
export function emptyImpacts(): Impacts {
  return { frequencies: new Uint32Array(mostImpacts), lengths: new Uint32Array(mostImpacts), count: 0 };
}

/** Finds the impacts of the postings of a block. */
export function findImpacts(
  positions: Uint32Array,
  frequencies: Uint32Array,
  lengths: ArrayLike<number>,
  impacts: Impacts,
): void {
  shortest.fill(Number.POSITIVE_INFINITY);
  let highest = 0;
  for (let i = 0; i < positions.length; i++) {
    const frequency = frequencies[i] as number;
    const length = lengths[positions[i] as number] as number;
    if (frequency > highest) highest = frequency;
    const shared = Math.min(frequency, sharedFrequency);
    if (length < (shortest[shared] as number)) shortest[shared] = length;
  }
  // A pair whose chunk is no shorter than one with a higher frequency says nothing new.
  impacts.count = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let frequency = sharedFrequency; frequency > 0; frequency--) {
    const length = shortest[frequency] as number;
    if (length >= least) continue;
    least = length;
    impacts.frequencies[impacts.count] = frequency === sharedFrequency ? highest : frequency;
    impacts.lengths[impacts.count++] = length;
  }
  impacts.frequencies.subarray(0, impacts.count).reverse();
  impacts.lengths.subarray(0, impacts.count).reverse();
}
