import type { Chunk } from './chunk.ts';
import type { Section } from './section.ts';

/** Cuts sections into chunks. What is said here is checked by `chunkerConformance` of `@cubo/contracts/testing`. */
export interface Chunker {
  /** Name, version and settings, stored with each document: `recursive@2:1000/100`. */
  readonly id: string;
  /**
   * Cuts the sections of one document, as they come: the first chunks are there before the last section is.
   *
   * - Every character of a section that is not white space ends up in at least one chunk.
   * - A chunk's text is exactly its range of the document text. It lies in one section, or in neighbours that the chunker
   *   has joined (see {@link Section}), holds more than white space, and divides no pair of surrogates. A section that is
   *   empty, or nothing but white space, gives none.
   * - Chunks come in document order and may overlap: none begins before the one before it, and each ends behind that.
   * - `kind`, `heading` and `context` are those of the section, and so is the locator, but for `start` and `end`, and what
   *   can be told more exactly: `lines`, and `rows` where the section has `rowStarts`, are those in which the chunk's own
   *   characters stand.
   * - A `passage` holds the chunk and lies in the same section.
   * - The same sections give the same chunks.
   *
   * Errors of `sections` reach the reader; where the reader stops early, `sections` is closed; where `signal` is aborted, its
   * reason is thrown.
   */
  chunk(sections: AsyncIterable<Section>, options?: { signal?: AbortSignal | undefined }): AsyncIterable<Chunk>;
}
