import type { ChunkSet } from '@cubo/contracts';
import type { PostingsCursor } from './lexical-segment.ts';

/** A term of a query in one segment, not read yet. */
export interface ScoredTerm {
  readonly postings: PostingsCursor;
  readonly weight: number;
}

// Positions whose scores are summed up at a time: 128 KiB of scores stay in the processor's cache.
const windowSize = 16_384;

/**
 * Sums up the scores of a segment's chunks term by term, for one window of positions after the other, so that memory
 * does not grow with the segment. Yields for each window that has any the positions (in no order) with their scores.
 * `allowed` restricts them, all if left out.
 */
export function* scoreWindows(
  terms: readonly ScoredTerm[],
  lengths: ArrayLike<number>,
  norm: (length: number) => number,
  allowed: ChunkSet | undefined,
): Generator<Iterable<readonly [position: number, score: number]>> {
  let active = terms.filter(({ postings }) => postings.next());
  const scores = new Float64Array(windowSize);
  const touched = new Int32Array(windowSize);
  const mask = allowed && windowMask(allowed);

  while (active.length > 0) {
    const next = active.reduce((least, { postings }) => Math.min(least, postings.position), Number.POSITIVE_INFINITY);
    const start = next - (next % windowSize);
    const end = start + windowSize;
    const isAllowed = mask?.(start);
    let count = 0;
    active = active.filter(({ postings, weight }) => {
      do {
        if (postings.position >= end) return true;
        const offset = postings.position - start;
        if (isAllowed !== undefined && isAllowed[offset] === 0) continue;
        if (scores[offset] === 0) touched[count++] = offset;
        const frequency = postings.frequency;
        const share = frequency / (frequency + norm(lengths[start + offset] as number));
        scores[offset] = (scores[offset] as number) + weight * share;
      } while (postings.next());
      return false;
    });
    if (count > 0) yield drain(start, count);
  }

  function* drain(start: number, count: number): Generator<readonly [number, number]> {
    for (let i = 0; i < count; i++) {
      const offset = touched[i] as number;
      yield [start + offset, scores[offset] as number];
      scores[offset] = 0;
    }
  }
}

/** Marks which positions of a window are in a set; windows are asked in ascending order. */
function windowMask(set: ChunkSet): (start: number) => Uint8Array {
  const mask = new Uint8Array(windowSize);
  let range = 0;
  return (start) => {
    mask.fill(0);
    while (range < set.ends.length && (set.ends[range] as number) <= start) range++;
    for (let i = range; i < set.starts.length && (set.starts[i] as number) < start + windowSize; i++) {
      mask.fill(1, Math.max(0, (set.starts[i] as number) - start), (set.ends[i] as number) - start);
    }
    return mask;
  };
}
