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
  /** The word as the query has it, for people. */
  readonly text?: string | undefined;
  /** What its score is multiplied with, beside its frequency. Default 1. */
  readonly weight?: number | undefined;
  /**
   * Those of its variants whose language writes compounds as one word (`Versicherung`, `Haftpflichtversicherung`): an
   * index may take terms that begin or end with one of them for the word too, where what is left is a term as well.
   */
  readonly compounding?: readonly string[] | undefined;
}

/** Terms of a text and where they stand. */
export interface PositionedTerms {
  readonly terms: readonly string[];
  /**
   * The position of each term, not descending. Words that are not kept have positions too. Terms at the same position are
   * forms of one place in the text: only the first counts for its length.
   */
  readonly positions: ArrayLike<number>;
}

/** A word of a phrase. */
export interface PhraseWord {
  /** Index terms that stand for it. */
  readonly variants: readonly string[];
  /** Its position within the phrase, from 0; words that are not kept have positions too. */
  readonly position: number;
}

/** Turns text into the terms of a lexical index. Synchronous and deterministic. */
export interface Analyzer {
  /** Identifies the analysis: two analyzers with the same fingerprint give the same terms for every text. */
  readonly fingerprint: string;
  /** The languages that write compounds as one word: what ends with a word may stand for it. Default: none. */
  readonly compoundLanguages?: readonly string[] | undefined;
  /** The language of a text among those the analyzer knows (`en`), or `und` where it cannot tell. */
  detect(text: string): string;
  /** Terms of a text in order of occurrence, with repetitions. `language` defaults to `detect(text)`. */
  analyze(text: string, options?: { language?: string | undefined }): string[];
  /** Terms of a query against texts in the given languages; words that are not kept give none. */
  analyzeQuery(query: string, options: { languages: readonly string[] }): QueryTerm[];
  /**
   * The same terms with their positions, which an index needs to find phrases. Default: the terms of `analyze`, one
   * position after the other.
   */
  analyzePositions?(text: string, options?: { language?: string | undefined }): PositionedTerms;
  /**
   * The words of a phrase as texts in the given languages have them, in order. Default: those of `analyzeQuery`, one
   * position after the other, for a phrase that repeats no word.
   */
  analyzePhrase?(phrase: string, options: { languages: readonly string[] }): PhraseWord[];
}
