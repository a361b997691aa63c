import { type ChunkSet, CuboError, emptyChunkSet, type SparseIndex } from '@cubo/contracts';
import type { ParsedQuery } from './parse-query.ts';

/**
 * The chunks of a filter that a query allows: those with all that it requires and nothing that it excludes. A query that
 * only excludes allows none.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` where the index cannot tell them
 */
export async function allowedChunks(
  query: ParsedQuery,
  options: {
    readonly sparse: SparseIndex;
    readonly live: ChunkSet;
    readonly filter: ChunkSet;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ChunkSet> {
  const { required, excluded } = query;
  const { sparse, ...within } = options;
  if (required.length === 0 && excluded.length === 0) return within.filter;
  if (sparse.matching === undefined) throw cannotTell();
  return /[\p{L}\p{N}]/u.test(query.text) ? sparse.matching({ required, excluded }, within) : emptyChunkSet;
}

function cannotTell(): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message:
      'The lexical index cannot tell which chunks fit what the query requires or excludes: it has no matching().',
    remedy: "Search without signs and quotes, or with { syntax: 'plain' }, which takes them for text.",
  });
}
