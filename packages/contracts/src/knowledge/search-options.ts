import type { Scope } from './scope.ts';

/** Which indexes a query asks. */
export type SearchMode = 'hybrid' | 'sparse' | 'dense';

/** Options of `cubo.search`. */
export interface SearchOptions {
  /** The most hits to return. Default 10. */
  readonly limit?: number | undefined;
  /** Search these documents only. */
  readonly scope?: Scope | undefined;
  /** `hybrid` fuses words and meaning; `sparse` and `dense` ask one side alone. Default `hybrid`. */
  readonly mode?: SearchMode | undefined;
  /**
   * `fold` lets the best of several nearly equal passages stand for all, and names the others in its `duplicates`; `list`
   * gives each as a hit of its own. Default `fold`.
   */
  readonly nearDuplicates?: 'fold' | 'list' | undefined;
  readonly signal?: AbortSignal | undefined;
}
