import type { Generator } from '../models/generator.ts';
import type { Scope } from './scope.ts';

/** Which indexes a query asks. */
export type SearchMode = 'hybrid' | 'sparse' | 'dense';

/** How a query is read; see {@link SearchOptions.syntax}. */
export type QuerySyntax = 'operators' | 'plain';

/** Settings of {@link SearchOptions.feedback}. */
export interface FeedbackOptions {
  /** How many of the best passages are taken for relevant: 1 to 100. Default 10. */
  readonly documents?: number | undefined;
  /** The most words that are taken from them: 1 to 100. Default 10. */
  readonly terms?: number | undefined;
  /** How much the words of the query count, 0 to 1; those of the passages count the rest. Default 0.8. */
  readonly originalWeight?: number | undefined;
}

/** Settings of {@link SearchOptions.rewrite}. */
export interface RewriteOptions {
  /** A language model. Default: the generator of `createCubo`. */
  readonly generator?: Generator | undefined;
  /** The most formulations it is asked for: 1 to 8. Default 3. */
  readonly queries?: number | undefined;
  /** How long it is waited for before the query is searched for alone. Default 10 000. */
  readonly timeoutMilliseconds?: number | undefined;
}

/** How wide a passage is read around a hit; see {@link SearchOptions.expand}. */
export type PassageExpansion = 'none' | 'neighbours' | 'section';

/** Options of `cubo.search`. */
export interface SearchOptions {
  /** The most hits to return. Default 10. */
  readonly limit?: number | undefined;
  /** Search these documents only. */
  readonly scope?: Scope | undefined;
  /** `hybrid` fuses words and meaning; `sparse` and `dense` ask one side alone. Default `hybrid`. */
  readonly mode?: SearchMode | undefined;
  /**
   * `operators` reads signs and quotes: with `+word` or `+"two words"` only passages that have it are found, with `-word`
   * or `-"two words"` only those that do not, and those with `"two words"` rank higher (where a query is nothing but
   * signs and quotes, they must have them). All else is text, of which the first 8192 characters count. `plain` takes the whole query for text.
   * Default `operators`.
   */
  readonly syntax?: QuerySyntax | undefined;
  /**
   * Has the lexical side searched a second time, by the query's words and those that the best passages of the first have
   * in common (pseudo-relevance feedback, RM3). It finds what is said in other words, and may lead astray where the first
   * passages are wrong. Default false.
   */
  readonly feedback?: boolean | FeedbackOptions | undefined;
  /**
   * Has a language model formulate the query in other words, searches for each formulation, and fuses the results by
   * reciprocal rank. What the query requires and excludes holds for all of them. Where the model fails, the query is
   * searched for alone, and `explain` tells why. Default false.
   */
  readonly rewrite?: boolean | RewriteOptions | undefined;
  /** Lets the library's reranker order the best hits anew. Default true for `hybrid`, false for one side alone. */
  readonly rerank?: boolean | undefined;
  /**
   * How much it counts that hits are unlike each other, 0 to 1; that they are relevant counts the rest (maximal marginal
   * relevance). They are compared by meaning, or by words where there are no vectors. Default 0: relevance alone.
   */
  readonly diversity?: number | undefined;
  /**
   * Gives each hit a wider `passage` to read: with `neighbours` the chunk before and the one behind, with `section` the
   * whole section as far as it is stored within 24 chunks on either side. A passage never leaves its page, slide, sheet or
   * heading, so that its place is exact. Hits that lie in the passage of a better one are `merged` with it. Default
   * `none`: only the passages that the chunker made.
   */
  readonly expand?: PassageExpansion | undefined;
  /**
   * `fold` lets the best of several nearly equal passages stand for all, and names the others in its `duplicates`; `list`
   * gives each as a hit of its own. Default `fold`.
   */
  readonly nearDuplicates?: 'fold' | 'list' | undefined;
  /**
   * Tells with each hit what its trace does not always have: how the query was read, its words and what each added, how
   * many chunks were searched, milliseconds by step. Costs a look into the lexical index for each word. Default false.
   */
  readonly explain?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}
