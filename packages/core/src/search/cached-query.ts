import { type ChunkSet, chunkRanges, intersectChunkSets, type SearchOptions } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import type { ParsedQuery } from '@cubo/retrieval';
import type { VectorSpace } from '../indexes/vector-space.ts';
import { absoluteScope } from './absolute-scope.ts';

/** What makes a search what it is: two with equal keys in one generation of the library have equal results. */
export interface CachedQuery {
  readonly text: string;
  /** Generation of the library. */
  readonly generation: number;
  /** All that the result depends on beside the library: query, scope, settings, parts, state of the vectors. */
  readonly key: string;
  /** The same without the query, but with all in it that a difference in meaning does not show. */
  readonly group: string;
  /** Of unit length; `undefined` where only the very same query may be taken for it. */
  readonly vector: Float32Array | undefined;
}

/** What {@link cachedQuery} puts together. */
export interface CachedQueryParts {
  readonly query: string;
  readonly parsed: ParsedQuery;
  readonly options: SearchOptions;
  readonly snapshot: LibrarySnapshot;
  readonly space: VectorSpace | undefined;
  /** Ids of fuser, reranker, analyzer and generator; for those that are objects of one call, a number of their own. */
  readonly parts: readonly (string | number | undefined)[];
  readonly vector: Float32Array | undefined;
}

/** Puts together what a search depends on. */
export function cachedQuery(given: CachedQueryParts): CachedQuery {
  const { query, parsed, options, snapshot, space, parts, vector } = given;
  const { limit, scope, mode, syntax, feedback, rewrite, rerank, diversity, expand, nearDuplicates } = options;
  const rewriting = typeof rewrite === 'object' ? { ...rewrite, generator: undefined } : rewrite;
  const settings = [
    ...[
      limit,
      scope && absoluteScope(scope),
      mode,
      syntax,
      feedback,
      rewriting,
      rerank,
      diversity,
      expand,
      nearDuplicates,
    ],
    ...parts,
    space && vectorState(space, snapshot.chunks),
  ];
  const isPlain = parsed.phrases.length + parsed.required.length + parsed.excluded.length === 0;
  return {
    text: query,
    generation: snapshot.generation,
    key: exactJson([query, settings]),
    group: exactJson([codes(query), settings]),
    vector: vector !== undefined && isPlain && isUnit(vector) ? vector : undefined,
  };
}

/** Vectors come in behind the text, and are put in order in the background, without a new generation. */
function vectorState({ embedder, tier }: VectorSpace, live: ChunkSet): unknown[] {
  return [embedder.fingerprint, tier.stats(), [...chunkRanges(intersectChunkSets(tier.coverage(), live))]];
}

/** Words with digits: models take `2025` and `2026` for nearly the same. */
function codes(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}._/-]*\p{N}[\p{L}\p{N}._/-]*/gu) ?? [];
  return [...new Set(words)].sort();
}

function isUnit(vector: Float32Array): boolean {
  return Math.abs(Math.hypot(...vector) - 1) < 1e-3;
}

/** JSON that tells apart what JSON does not: nothing, and numbers that are none. */
function exactJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    if (each === undefined) return { undefined: true };
    if (typeof each === 'number' && !Number.isFinite(each)) return { number: String(each) };
    return each instanceof Error ? { error: each.message } : each;
  });
}
