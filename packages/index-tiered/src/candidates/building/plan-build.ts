import { type ChunkSet, intersectChunkSets, subtractChunkSets } from '@cubo/contracts';
import { fullness } from './build-index.ts';

/** What is to be done with the index. */
export type BuildStep =
  /** A new one is made of all vectors. */
  | { readonly type: 'make' }
  /** Some vectors are added to the one that there is. */
  | { readonly type: 'extend'; readonly ids: ChunkSet }
  /** The one that there is has no use. */
  | { readonly type: 'discard' };

/** The index that there is. */
export interface PlannedIndex {
  /** The chunks it knows. */
  readonly known: ChunkSet;
  /** Vectors in it; nothing: it cannot be used. */
  readonly vectors: number | undefined;
  readonly bytes: number;
  readonly trainedFor: number;
}

/** When what is done. */
export interface BuildLimits {
  /** So many vectors are scanned rather than looked up. */
  readonly scanned: number;
  /** The most bytes of the index. */
  readonly mostBytes: number;
  /** An index is made anew when there are so many times as many vectors as it was trained for. */
  readonly outgrown: number;
}

/** What is due, if anything is. */
export function planBuild(
  covered: ChunkSet,
  index: PlannedIndex | undefined,
  { scanned, mostBytes, outgrown }: BuildLimits,
): BuildStep | undefined {
  if (covered.size <= scanned) return index && { type: 'discard' };
  if (index?.vectors === undefined) return { type: 'make' };
  const { vectors, bytes, trainedFor } = index;
  const live = intersectChunkSets(index.known, covered);
  if (2 * live.size < vectors) return { type: 'make' };
  const outside = subtractChunkSets(covered, live);
  if (outside.size <= scanned) return undefined;
  const room = Math.floor((fullness * mostBytes) / (bytes / vectors)) - vectors;
  // What does not fit is scanned; to make room for a few is not worth the writing.
  if (room <= Math.min(outside.size, scanned)) return undefined;
  if (covered.size > outgrown * trainedFor) return { type: 'make' };
  return { type: 'extend', ids: firstIds(outside, room) };
}

/** The first ids of a set. */
function firstIds(ids: ChunkSet, count: number): ChunkSet {
  if (ids.size <= count) return ids;
  const starts: number[] = [];
  const ends: number[] = [];
  let left = count;
  for (let i = 0; left > 0; i++) {
    const start = ids.starts[i] as number;
    const end = Math.min(ids.ends[i] as number, start + left);
    starts.push(start);
    ends.push(end);
    left -= end - start;
  }
  return { size: count, starts, ends };
}
