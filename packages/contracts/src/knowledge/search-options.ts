import type { Scope } from './scope.ts';

/** Which indexes a query asks. */
export type SearchMode = 'hybrid' | 'sparse' | 'dense';

/** How a query is read; see {@link SearchOptions.syntax}. */
export type QuerySyntax = 'operators' | 'plain';

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
   * signs and quotes, they must have them). All else is text. `plain` takes the whole query for text. Default `operators`.
   */
  readonly syntax?: QuerySyntax | undefined;
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
