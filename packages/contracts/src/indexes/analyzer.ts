/** One word of a query: the forms it may have in the index, which count as one term. */
export interface QueryTerm {
  /** Index terms that stand for this word, without repetition, the likeliest first. */
  readonly variants: readonly string[];
  /** How often the word stands in the query. */
  readonly frequency: number;
  /**
   * Whether the word serves the grammar and names nothing (`who`, `has`), as far as the analyzer knows. An index ranks it
   * as any other.
   */
  readonly isFunctionWord?: boolean | undefined;
}

/** Turns text into the terms of a lexical index. Synchronous and deterministic. */
export interface Analyzer {
  /** Identifies the analysis: two analyzers with the same fingerprint give the same terms for every text. */
  readonly fingerprint: string;
  /** The language of a text among those the analyzer knows (`en`), or `und` where it cannot tell. */
  detect(text: string): string;
  /** Terms of a text in order of occurrence, with repetitions. `language` defaults to `detect(text)`. */
  analyze(text: string, options?: { language?: string | undefined }): string[];
  /** Terms of a query against texts in the given languages; words that are not kept give none. */
  analyzeQuery(query: string, options: { languages: readonly string[] }): QueryTerm[];
}
