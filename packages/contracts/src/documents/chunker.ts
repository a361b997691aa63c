import type { Chunk } from './chunk.ts';
import type { Section } from './section.ts';

/** Cuts sections into chunks. */
export interface Chunker {
  /** Name, version and settings, stored with each document: `recursive@2:1000/100`. */
  readonly id: string;
  /**
   * Every character of a section that is not white space ends up in at least one chunk, chunks come in document
   * order, and each chunk's text is exactly its range of the document text.
   */
  chunk(sections: AsyncIterable<Section>, options?: { signal?: AbortSignal | undefined }): AsyncIterable<Chunk>;
}
