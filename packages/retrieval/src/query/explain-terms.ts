import {
  type ChunkSet,
  chunkSetFromIds,
  type ExplainedTerm,
  type QueryTerm,
  type SparseIndex,
  type TermContribution,
} from '@cubo/contracts';

/** The words that a query was searched by, and what each added to the lexical score of hits. */
export interface ExplainedTerms {
  readonly terms: readonly ExplainedTerm[];
  /** By chunk id, in the order of the terms. */
  readonly contributions: ReadonlyMap<number, readonly TermContribution[]>;
}

/**
 * What each word of a query added to the scores of hits: BM25 is a sum over words, so each is searched for alone among
 * the hits. `undefined` for an index that cannot.
 */
export async function explainTerms(options: {
  readonly sparse: SparseIndex;
  readonly query: string;
  /** What was searched for in place of the query. */
  readonly terms?: readonly ExplainedTerm[] | undefined;
  readonly ids: readonly number[];
  readonly live: ChunkSet;
  readonly signal?: AbortSignal | undefined;
}): Promise<ExplainedTerms | undefined> {
  const { sparse, query, ids, live, signal } = options;
  const terms = options.terms ?? (await sparse.searchedTerms?.(query, { live, signal }));
  if (terms === undefined || sparse.searchTerms === undefined) return undefined;
  const within = { limit: ids.length, live, filter: chunkSetFromIds(ids), signal };
  const contributions = new Map<number, TermContribution[]>(ids.map((id) => [id, []]));
  for (const term of terms) {
    const found = ids.length === 0 ? [] : await sparse.searchTerms([term], within);
    const scores = new Map(found.map(({ id, score }) => [id, score]));
    for (const [id, parts] of contributions) parts.push({ text: textOf(term), contribution: scores.get(id) ?? 0 });
  }
  return { terms, contributions };
}

function textOf({ text, variants }: QueryTerm): string {
  return text ?? variants[0] ?? '';
}
