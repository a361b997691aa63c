import {
  type ChunkSet,
  chunkSetFromIds,
  compareHits,
  type FusedHit,
  type Fuser,
  type Hit,
  intersectChunkSets,
  type QueryTerm,
  type RankedList,
  type SearchMode,
  type SparseIndex,
  type SparseSearchOptions,
  subtractChunkSets,
  type VectorHit,
  type VectorSearchOptions,
  type VectorTier,
} from '@cubo/contracts';
import { knownShare } from './known-share.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';

/** The dense side of a query. */
export interface DenseSide {
  readonly tier: VectorTier;
  /** Gives the query's vector; a length below 1 says that the embedder knows just a part of the query. */
  embedQuery(query: string): Promise<Float32Array>;
}

/** What {@link retrieve} works with. */
export interface RetrieveOptions {
  /** What is ranked by. */
  readonly query: string;
  /** Phrases of it that are worth a term of their own. Default: none. */
  readonly phrases?: readonly string[] | undefined;
  /** The most hits to return. */
  readonly limit: number;
  /** The chunks that exist. */
  readonly live: ChunkSet;
  /** The chunks that may be found: a part of `live`. */
  readonly filter: ChunkSet;
  readonly mode: SearchMode;
  readonly sparse: SparseIndex;
  /** What the lexical index is searched by in place of the query, as by `feedbackTerms`; needs its `searchTerms`. */
  readonly terms?: readonly QueryTerm[] | undefined;
  /** `undefined` while there are no vectors: then the lexical side answers alone. */
  readonly dense?: DenseSide | undefined;
  readonly fuser: Fuser;
  /** Told how long the steps take. */
  readonly stopwatch?: Stopwatch | undefined;
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
  const { query, phrases, limit, mode, fuser, live, stopwatch = createStopwatch(), signal } = options;
  const filter = options.filter === live ? live : intersectChunkSets(options.filter, live);
  if (limit <= 0 || filter.size === 0) return [];
  const within: VectorSearchOptions = { limit: Math.max(limit, leastDepth), filter, signal };
  const searchSparse: Search = (bounds) =>
    stopwatch.time('sparse', () => searchSparseIndex(options, { ...bounds, live, phrases }));
  const sparseHits = mode === 'dense' ? undefined : await searchSparse(within);
  if (mode === 'sparse' || options.dense === undefined) return singleList('sparse', sparseHits ?? [], limit);

  const { tier, embedQuery } = options.dense;
  const { vector, length } = unitVector(await stopwatch.time('embedding', () => embedQuery(query)));
  const searchDense = (bounds: VectorSearchOptions) => stopwatch.time('dense', () => tier.search(vector, bounds));
  const denseHits = await searchDense(within);
  const traced = (hits: FusedHit[]) => withOrigins(hits, denseHits);
  const fuse = async (lists: readonly RankedList[]) =>
    traced(await stopwatch.time('fusion', () => fuser.fuse(lists, { query, limit })));
  if (sparseHits === undefined) return traced(singleList('dense', denseHits, limit));

  const coverage = intersectChunkSets(tier.coverage(), live).size / live.size;
  const sparse: RankedList = { name: 'sparse', hits: sparseHits };
  const confidence = length * (1 - lossWeight * meanLoss(denseHits));
  const dense: RankedList = { name: 'dense', hits: denseHits, coverage, confidence };
  if (!fuser.usesScores) return fuse([sparse, dense]);
  const searched = await stopwatch.time(
    'sparse',
    async () => (await options.sparse.searchedTerms?.(query, { live, signal })) ?? [],
  );
  return fuse([
    {
      ...sparse,
      confidence: knownShare(searched),
      others: await otherScores(searchSparse, sparseHits, denseHits, signal),
    },
    { ...dense, others: await otherScores(searchDense, denseHits, sparseHits, signal) },
  ]);
}

function searchSparseIndex({ sparse, query, terms }: RetrieveOptions, within: SparseSearchOptions): Promise<Hit[]> {
  return terms === undefined || sparse.searchTerms === undefined
    ? sparse.search(query, within)
    : sparse.searchTerms(terms, within);
}

/** How much the dense list loses of its confidence when its tier misses all of the nearest. */
const lossWeight = 0.2;

/**
 * The recall that the parts of a tier lose to compression, as a mean over the hits: what comes from a part that misses
 * much is trusted less.
 */
function meanLoss(hits: readonly VectorHit[]): number {
  return hits.reduce((sum, { origin }) => sum + (origin?.recallLoss ?? 0), 0) / Math.max(1, hits.length);
}

/** The hits, telling how the dense ones were found. */
function withOrigins(hits: FusedHit[], found: readonly VectorHit[]): FusedHit[] {
  const origins = new Map(found.map(({ id, origin }) => [id, origin]));
  return hits.map((hit) => {
    const origin = origins.get(hit.id);
    if (origin === undefined) return hit;
    const contributions = hit.contributions.map((one) => (one.list === 'dense' ? { ...one, origin } : one));
    return { ...hit, contributions };
  });
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
