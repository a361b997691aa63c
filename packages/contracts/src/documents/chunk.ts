import type { Locator, TextRange } from './locator.ts';
import type { SectionKind } from './section.ts';

/** The unit of search and citation: a passage of one section, with its exact place. */
export interface Chunk {
  /** Exactly the characters of the document text from `locator.start` to `locator.end`. */
  readonly text: string;
  readonly kind: SectionKind;
  readonly locator: Locator;
  /** Headings above the text, outermost first. */
  readonly heading?: readonly string[] | undefined;
  /** Repeated context such as a table's header; indexed, never quoted. */
  readonly context?: string | undefined;
  /**
   * The wider passage to read where this chunk is found: a range of the document text that holds the chunk and its
   * neighbours in the same section. `undefined`: the chunk itself.
   */
  readonly passage?: TextRange | undefined;
}

/** A chunk as it stands in a library. */
export interface StoredChunk extends Chunk {
  /** Names this chunk, and no other, for the life of the library; grows in the order of ingestion. */
  readonly id: number;
  readonly documentId: number;
  /** Position in its document, from 0. */
  readonly ordinal: number;
  /** Title of its document, where one is known. */
  readonly title?: string | undefined;
  /** URI of its document. */
  readonly source: string;
}
