import type { SearchedTerm } from '../indexes/sparse-index.ts';

/** A step of a search whose time is told: see {@link SearchExplanation.milliseconds}. */
export type SearchStep =
  /** Which chunks the scope admits, and which have what the query requires. */
  | 'matching'
  /** Waiting for other formulations of the query. */
  | 'rewriting'
  /** Learning words from the best passages. */
  | 'feedback'
  /** The lexical index. */
  | 'sparse'
  /** The query's vector. */
  | 'embedding'
  /** The vector tier. */
  | 'dense'
  /** Merging the lists. */
  | 'fusion'
  /** The reranker, and reading what it is shown. */
  | 'reranking'
  /** Choosing passages that are unlike each other. */
  | 'diversity'
  /** Reading passages, folding those that are nearly the same. */
  | 'reading'
  /** Asking for what is only told: what each word added. */
  | 'explaining';

/** A word that a query was searched by. */
export interface ExplainedTerm extends SearchedTerm {
  /** Whether it does not stand in the query, but came from the best passages, see `SearchOptions.feedback`. */
  readonly isFeedback?: boolean | undefined;
}

/** How a query was rewritten. */
export interface RewritingExplanation {
  /** Id of the generator. */
  readonly generator: string;
  /** The formulations that were searched for beside the query. */
  readonly queries: readonly string[];
  /** Why there are none. */
  readonly failure?: string | undefined;
}

/** How a search went: the same for all of its hits. */
export interface SearchExplanation {
  /** How the query was read. */
  readonly query: {
    /** What was ranked by. */
    readonly text: string;
    /** Phrases that rank higher. */
    readonly phrases: readonly string[];
    /** Words and phrases that every hit has. */
    readonly required: readonly string[];
    /** Words and phrases that no hit has. */
    readonly excluded: readonly string[];
  };
  /**
   * The words that were searched for: forms, frequency among the live chunks, weight. `undefined` where the lexical index
   * was not asked, or does not tell.
   */
  readonly terms?: readonly ExplainedTerm[] | undefined;
  /** With `rewrite`: the other formulations that were searched for. */
  readonly rewriting?: RewritingExplanation | undefined;
  /** Chunks of the library, over which frequencies are counted. */
  readonly liveChunks: number;
  /** Chunks that could be found: those of the scope that have what the query requires. */
  readonly filterChunks: number;
  /** Milliseconds of each step that was taken, and of the whole; steps that are not listed took no time. */
  readonly milliseconds: Readonly<Partial<Record<SearchStep, number>>> & { readonly total: number };
}

/** What a word of the query added to the lexical score of a hit. */
export interface TermContribution {
  /** The word, as the query has it where the index tells, else its first form in the index. */
  readonly text: string;
  /** 0 for a word that the passage does not have. */
  readonly contribution: number;
}
