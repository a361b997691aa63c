import {
  type ChunkSet,
  chunkSetFromIds,
  compareHits,
  type FusedHit,
  type Fuser,
  type Hit,
  intersectChunkSets,
  type RankedList,
  type SearchMode,
  type SparseIndex,
  subtractChunkSets,
  type VectorSearchOptions,
  type VectorTier,
} from '@cubo/contracts';

/** The dense side of a query. */
export interface DenseSide {
  readonly tier: VectorTier;
  /** Gives the query's vector; a length below 1 says that the embedder knows just a part of the query. */
  embedQuery(query: string): Promise<Float32Array>;
}

/** What {@link retrieve} works with. */
export interface RetrieveOptions {
  readonly query: string;
  /** The most hits to return. */
  readonly limit: number;
  /** The chunks that exist. */
  readonly live: ChunkSet;
  /** The chunks that may be found: a part of `live`. */
  readonly filter: ChunkSet;
  readonly mode: SearchMode;
  readonly sparse: SparseIndex;
  /** `undefined` while there are no vectors: then the lexical side answers alone. */
  readonly dense?: DenseSide | undefined;
  readonly fuser: Fuser;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Each list is asked for at least so many hits, so that a chunk in the middle of both can rise to the top of the fused
 * one.
 */
const leastDepth = 100;

/**
 * The query path: asks the indexes within the filter, and fuses their lists. A single list is given as it is, with its
 * own scores.
 */
export async function retrieve(options: RetrieveOptions): Promise<FusedHit[]> {
  const { query, limit, mode, fuser, live, signal } = options;
  const filter = options.filter === live ? live : intersectChunkSets(options.filter, live);
  if (limit <= 0 || filter.size === 0) return [];
  const within: VectorSearchOptions = { limit: Math.max(limit, leastDepth), filter, signal };
  const searchSparse: Search = (bounds) => options.sparse.search(query, { ...bounds, live });
  const sparseHits = mode === 'dense' ? undefined : await searchSparse(within);
  if (mode === 'sparse' || options.dense === undefined) return singleList('sparse', sparseHits ?? [], limit);

  const { tier, embedQuery } = options.dense;
  const { vector, length } = unitVector(await embedQuery(query));
  const searchDense: Search = (bounds) => tier.search(vector, bounds);
  const denseHits = await searchDense(within);
  if (sparseHits === undefined) return singleList('dense', denseHits, limit);

  const coverage = intersectChunkSets(tier.coverage(), live).size / live.size;
  const sparse: RankedList = { name: 'sparse', hits: sparseHits };
  const dense: RankedList = { name: 'dense', hits: denseHits, coverage, confidence: length };
  if (!fuser.usesScores) return fuser.fuse([sparse, dense], { query, limit });
  const lists = [
    { ...sparse, others: await otherScores(searchSparse, sparseHits, denseHits, signal) },
    { ...dense, others: await otherScores(searchDense, denseHits, sparseHits, signal) },
  ];
  return fuser.fuse(lists, { query, limit });
}

type Search = (bounds: VectorSearchOptions) => Promise<Hit[]>;

/** The direction of a query's vector, and its length: the share of the query that the embedder knows. */
function unitVector(vector: Float32Array): { readonly vector: Float32Array; readonly length: number } {
  const length = Math.hypot(...vector);
  if (length === 0 || Math.abs(length - 1) < 1e-6) return { vector, length };
  return { vector: vector.map((value) => value / length), length };
}

/**
 * Scores of what only the other list has found. A hundred chunks are quickly compared, and a passage with the right
 * words that is only 101st in meaning is not taken for one that means nothing, nor the other way round.
 */
async function otherScores(
  search: Search,
  known: readonly Hit[],
  candidates: readonly Hit[],
  signal: AbortSignal | undefined,
): Promise<Hit[]> {
  const missing = subtractChunkSets(idsOf(candidates), idsOf(known));
  return missing.size === 0 ? [] : search({ limit: missing.size, filter: missing, signal });
}

function idsOf(hits: readonly Hit[]): ChunkSet {
  return chunkSetFromIds(hits.map(({ id }) => id));
}

function singleList(list: string, hits: readonly Hit[], limit: number): FusedHit[] {
  return [...hits]
    .sort(compareHits)
    .slice(0, limit)
    .map(({ id, score }, i) => ({
      id,
      score,
      contributions: [{ list, rank: i + 1, score, weight: 1, contribution: score }],
    }));
}
