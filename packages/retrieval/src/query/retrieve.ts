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

/** Each list is asked for at least so many hits, so that a chunk in the middle of both can rise to the top of the fused one. */
const leastDepth = 100;

/**
 * The query path: asks the indexes within the filter, and fuses their lists. A single list is given as it is, with its own scores.
 */
export async function retrieve(options: RetrieveOptions): Promise<FusedHit[]> {
  const { query, limit, mode, fuser, live, signal } = options;
  const filter = options.filter === live ? live : intersectChunkSets(options.filter, live);
  if (limit <= 0 || filter.size === 0) return [];
  const depth = Math.max(limit, leastDepth);
  const lists: RankedList[] = [];
  if (mode !== 'dense') {
    lists.push({ name: 'sparse', hits: await options.sparse.search(query, { limit: depth, live, filter, signal }) });
  }
  if (mode !== 'sparse' && options.dense !== undefined) {
    const { tier, embedQuery } = options.dense;
    const { vector, length } = unitVector(await embedQuery(query));
    const hits = await tier.search(vector, { limit: depth, filter, signal });
    const candidates = fuser.usesScores ? (lists[0]?.hits ?? []) : [];
    const others = await scoresOf(candidates, hits, (missing) =>
      tier.search(vector, { limit: missing.size, filter: missing, signal }),
    );
    const coverage = intersectChunkSets(tier.coverage(), live).size / live.size;
    lists.push({ name: 'dense', hits, others, coverage, confidence: length });
  }
  const [only] = lists;
  if (only === undefined) return [];
  return lists.length === 1 ? singleList(only.name, only.hits, limit) : fuser.fuse(lists, { query, limit });
}

/** The direction of a query's vector, and its length: the share of the query that the embedder knows. */
function unitVector(vector: Float32Array): { readonly vector: Float32Array; readonly length: number } {
  const length = Math.hypot(...vector);
  if (length === 0 || Math.abs(length - 1) < 1e-6) return { vector, length };
  return { vector: vector.map((value) => value / length), length };
}

/**
 * Scores of the candidates that a list does not have among its hits. The vectors of a hundred chunks are quickly compared, and a passage with the
 * right words that is only 101st in meaning is not taken for one that means nothing.
 */
async function scoresOf(
  candidates: readonly Hit[],
  known: readonly Hit[],
  ask: (missing: ChunkSet) => Promise<Hit[]>,
): Promise<Hit[]> {
  const ids = new Set(known.map((hit) => hit.id));
  const missing = candidates.map((hit) => hit.id).filter((id) => !ids.has(id));
  return missing.length === 0 ? [] : ask(chunkSetFromIds(missing));
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
