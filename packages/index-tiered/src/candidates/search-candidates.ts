import {
  type ChunkSet,
  chunkSetFromIds,
  chunkSetHas,
  compareHits,
  intersectChunkSets,
  subtractChunkSets,
  type VectorHit,
  type VectorSearchOptions,
  type VectorTier,
} from '@cubo/contracts';
import type { Candidates } from './loaded-candidates.ts';

/** Where to look for candidates, and when. */
export interface CandidateSearch {
  /** What the hits say that they were found by. */
  readonly part: string;
  readonly candidates: Candidates;
  /** The chunks whose vectors the index has as they are held now. */
  readonly known: ChunkSet;
  /** Candidates for each hit. */
  readonly perHit: number;
  /** So many bytes of vectors are scanned rather than looked up. */
  readonly scanBytes: number;
  /** Bytes of a vector. */
  readonly recordBytes: number;
}

/** To scan a vector that lies by itself takes the time of so many bytes more. */
const runBytes = 1 << 13;
/** Candidates are at least so many, before the filter. */
const fewest = 64;
/** An index that is asked for a larger share of its vectors is slower than comparing all of them. */
const largestShare = 1 / 8;
/** So many times as many candidates are asked for when the first ones do not do. */
const widening = 8;

/**
 * The nearest vectors by way of another library's index: what it takes for near is scored exactly, what it does not have
 * is compared one by one. So is all that is asked for where that is little, or where too little of it is among the
 * candidates.
 */
export async function searchCandidates(
  raw: VectorTier,
  search: CandidateSearch,
  query: Float32Array,
  options: VectorSearchOptions,
): Promise<VectorHit[]> {
  const { part, known } = search;
  const { limit, filter } = options;
  const within = (ids: ChunkSet) => (filter === undefined ? ids : intersectChunkSets(ids, filter));
  const selected = within(known);
  const cost = selected.size * search.recordBytes + selected.starts.length * runBytes;
  const found = cost > search.scanBytes ? lookUp(search, selected, query, limit) : undefined;
  if (found === undefined) return raw.search(query, options);
  const rest = within(subtractChunkSets(raw.coverage(), known));
  const searches = [raw.search(query, { ...options, filter: chunkSetFromIds(found.keys()) })];
  if (rest.size > 0) searches.push(raw.search(query, { ...options, filter: rest }));
  const [near = [], others = []] = await Promise.all(searches);
  const hits = near.map((hit) => ({ ...hit, origin: { part, compressedScore: found.get(hit.id) } }));
  return [...hits, ...others].sort(compareHits).slice(0, limit);
}

/** Candidates and their scores, at least as many as hits are wanted; nothing where a scan is the better way. */
function lookUp(
  { candidates: { index, labels }, perHit }: CandidateSearch,
  selected: ChunkSet,
  query: Float32Array,
  limit: number,
): Map<number, number> | undefined {
  const share = selected.size / index.size;
  let count = Math.ceil(Math.max(fewest, perHit * limit) / Math.min(1, share));
  for (; count <= index.size * largestShare; count *= widening) {
    const found = new Map<number, number>();
    for (const { label, score } of index.search(query, count)) {
      const id = labels.ids[label] as number;
      // Of an id that was removed and came back, the index has two vectors.
      if (!found.has(id) && chunkSetHas(selected, id)) found.set(id, score);
    }
    if (found.size >= limit) return found;
  }
  return undefined;
}
