import type { QueryTerm } from './analyzer.ts';
import type { ChunkSet } from './chunk-set.ts';
import type { DerivedIndex } from './derived-index.ts';
import type { Hit } from './hit.ts';

/** A text to add to a {@link SparseIndex}. */
export interface SparseDocument {
  /** Chunk id. */
  readonly id: number;
  /** What it is found by; see `indexedText`. */
  readonly text: string;
  /** BCP 47 primary language of its document, where known; otherwise the index detects it. */
  readonly language?: string | undefined;
  /** How much of `text` is more than its body. Default: nothing. */
  readonly fields?: SparseFields | undefined;
}

/** The fields of a text stand one behind the other: title, headings, body. An index may weigh their words differently. */
export interface SparseFields {
  /** Characters of the title, from the beginning. */
  readonly titleEnd: number;
  /** Characters of the title and the headings together. */
  readonly headingEnd: number;
}

/** How a search in a {@link SparseIndex} is bounded. */
export interface SparseSearchOptions {
  /** The most hits to return. */
  readonly limit: number;
  /** The chunks that exist in the caller's snapshot; statistics are taken over these. Default: all the index holds. */
  readonly live?: ChunkSet | undefined;
  /** Only these chunks are ranked, while scanning; statistics stay those of `live`. Default: all of `live`. */
  readonly filter?: ChunkSet | undefined;
  /**
   * Phrases that count beside their words: a chunk that has one, word by word, ranks higher. An index that knows
   * nothing of positions ranks by the words alone.
   */
  readonly phrases?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What chunks must have to be matched; each text is a word, or a phrase of several that follow each other. */
export interface RequiredTexts {
  /** Every one of these. Texts of which the analysis keeps no word are passed over. */
  readonly required: readonly string[];
  /** None of these. */
  readonly excluded: readonly string[];
}

/** A term of a query as an index searches for it. */
export interface SearchedTerm extends QueryTerm {
  /** In how many live chunks any of its variants stands. */
  readonly documentFrequency: number;
  /** What it is worth at most. */
  readonly inverseDocumentFrequency: number;
  /** Where the variants do not stand for the word itself: terms that are spelt nearly alike, because no chunk has it. */
  readonly isFuzzy?: boolean | undefined;
}

/**
 * Finds texts by their words. Adding an id that is already held changes nothing.
 *
 * A query without any word that the analysis keeps finds nothing; it is not an error.
 */
export interface SparseIndex extends DerivedIndex {
  /** Adds texts; ids ascend within a call. */
  add(batch: readonly SparseDocument[], options?: { signal?: AbortSignal | undefined }): Promise<void>;
  /** Best first, ties by id; only chunks with at least one matching term. */
  search(query: string, options: SparseSearchOptions): Promise<Hit[]>;
  /** The terms that a query is searched by, in the order in which they first stand in it. */
  searchedTerms?(query: string, options: Pick<SparseSearchOptions, 'live' | 'signal'>): Promise<SearchedTerm[]>;
  /** Searches by terms as they are. */
  searchTerms?(terms: readonly QueryTerm[], options: SparseSearchOptions): Promise<Hit[]>;
  /**
   * Exactly the chunks of the filter that have all that is required and nothing that is excluded. Phrases that the index
   * cannot tell, because it keeps no positions, are an error (`CUBO_BAD_ARGUMENT`).
   */
  matching?(texts: RequiredTexts, options: Pick<SparseSearchOptions, 'live' | 'filter' | 'signal'>): Promise<ChunkSet>;
}
