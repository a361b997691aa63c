import type { QuerySyntax, RewritingExplanation, SearchOptions } from '@cubo/contracts';
import { type ParsedQuery, parseQuery, plainQuery, type Stopwatch } from '@cubo/retrieval';
import type { Rewriting } from './choose-rewriting.ts';
import { rewriteQuery } from './rewrite-query.ts';

/** A query as it was understood. */
export interface ReadQuery {
  readonly parsed: ParsedQuery;
  /** `undefined` where it was not to be rewritten. */
  readonly rewriting: RewritingExplanation | undefined;
}

/** Reads the syntax of a query, and has its text rewritten where that is wanted and there is any. */
export async function readQuery(
  query: string,
  {
    syntax,
    rewriting,
    stopwatch,
    signal,
  }: Pick<SearchOptions, 'syntax' | 'signal'> & { rewriting: Rewriting | undefined; stopwatch: Stopwatch },
): Promise<ReadQuery> {
  const parsed = parseBySyntax(query, syntax);
  if (rewriting === undefined || !/[\p{L}\p{N}]/u.test(parsed.text)) return { parsed, rewriting: undefined };
  const rewritten = await stopwatch.time('rewriting', () => rewriteQuery(parsed.text, { ...rewriting, signal }));
  return { parsed, rewriting: rewritten };
}

/** To analyse the text of a query takes the calling thread about a millisecond for a thousand characters and language. */
const longestText = 8192;
const mostPhrases = 32;

/**
 * Takes a query apart, or for text. What passages must have and must not have is kept however long it is; of the text that
 * is ranked by, the beginning.
 */
export function parseBySyntax(query: string, syntax: QuerySyntax = 'operators'): ParsedQuery {
  const parsed = syntax === 'operators' ? parseQuery(query) : plainQuery(query);
  return { ...parsed, text: parsed.text.slice(0, longestText), phrases: parsed.phrases.slice(0, mostPhrases) };
}
