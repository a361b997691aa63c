import type { Locator } from '../documents/locator.ts';
import type { SectionKind } from '../documents/section.ts';
import type { CuboErrorCode } from '../errors/cubo-error-code.ts';
import type { FusionContribution } from '../indexes/fuser.ts';
import type { SearchExplanation, TermContribution } from './search-explanation.ts';

/** A passage that was found, with its exact place. */
export interface SearchHit {
  /**
   * Id of the chunk, which names this passage and no other for the life of the library. A document that is written anew,
   * because its bytes, its title, its extractor or the chunker have changed, gets new ones.
   */
  readonly id: number;
  /** URI of the document: for a file, its absolute path. */
  readonly source: string;
  readonly title?: string | undefined;
  /** Page, rows, lines or heading, and the exact range of characters. */
  readonly locator: Locator;
  /** Relevance; comparable within one result only. */
  readonly score: number;
  /** The passage as it stands in the document. */
  readonly text: string;
  /** Prose, table, slide or code. */
  readonly kind: SectionKind;
  /** Headings above it, outermost first. */
  readonly heading?: readonly string[] | undefined;
  /** Context that the passage needs, such as a table's header. */
  readonly context?: string | undefined;
  /**
   * The wider passage to read, where the chunker has cut smaller than one reads (see `sentenceChunker`), or the search was
   * asked to `expand`. Its text is that of the document from `start` to `end` of its locator, but for the white space
   * between chunks, in place of which there are as many spaces or line breaks.
   */
  readonly passage?: { readonly text: string; readonly locator: Locator } | undefined;
  /** Nearly the same passages elsewhere, for which this one stands, as far as they would have been among the hits. */
  readonly duplicates?: readonly NearDuplicate[] | undefined;
  /** With `expand`: further hits that lie in the `passage` of this one, best first. */
  readonly merged?: readonly MergedHit[] | undefined;
  readonly explain: SearchTrace;
}

/** A hit that lies in the wider passage of a better one. */
export interface MergedHit {
  /** Id of the chunk. */
  readonly id: number;
  readonly locator: Locator;
  readonly score: number;
}

/** A passage that is nearly the same as another. */
export interface NearDuplicate {
  /** Id of the chunk. */
  readonly id: number;
  /** URI of its document. */
  readonly source: string;
  readonly locator: Locator;
  /** The share of three-word shingles that the two have in common (Jaccard), estimated by MinHash: 0.8 to 1. */
  readonly similarity: number;
}

/** A part that could not be asked in a search, which was made without it. */
export interface SearchFailure {
  /** `dense`: the words alone decided. `reranker`: the order is that of the fused lists. */
  readonly part: 'dense' | 'reranker';
  /** Code of the model's error: `CUBO_EMBEDDER_FAILED`, say. */
  readonly code: CuboErrorCode;
  /** What happened, and what can be done. */
  readonly message: string;
}

/** How a hit came to its score. */
export interface SearchTrace {
  /** Id of the fuser, with its settings. */
  readonly fuser: string;
  /** How each list spoke for the hit: rank, score, weight, and what that added to the fused score. */
  readonly lists: readonly FusionContribution[];
  /** Where a reranker has put it; the hit's score is then the reranker's. */
  readonly reranked?: { readonly reranker: string; readonly rank: number; readonly score: number } | undefined;
  /**
   * With `diversity`: the 1-based rank by relevance alone, and how alike the nearest of the hits before this one is, 0 to
   * 1.
   */
  readonly diversified?: { readonly rank: number; readonly similarity: number } | undefined;
  /** What the result was made without, because its model failed. Every hit of a search tells the same. */
  readonly failures?: readonly SearchFailure[] | undefined;
  /**
   * Set where the result was remembered: the query it was made for, and how alike the two are, 1 for the same (see
   * `searchCache` of `createCubo`).
   */
  readonly cached?: { readonly query: string; readonly similarity: number } | undefined;
  /**
   * With `explain: true`: what each word of the query added to the hit's score in the list `sparse`. What is beyond their
   * sum came from phrases.
   */
  readonly terms?: readonly TermContribution[] | undefined;
  /** With `explain: true`: how the search went. */
  readonly search?: SearchExplanation | undefined;
}
