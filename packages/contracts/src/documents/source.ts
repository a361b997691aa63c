import type { Metadata } from './metadata.ts';

/** Something that can be ingested: a file, or anything else that yields bytes under a stable name. */
export interface Source {
  /**
   * Identifies the document in the library; ingesting the same URI again replaces it. A file's URI is its absolute
   * path; anything else should carry a scheme of its own (`mail:inbox/42`).
   */
  readonly uri: string;
  /** File name, whose extension helps to find the extractor. */
  readonly name: string;
  /** Media type, where it is known for certain; otherwise extension and content decide. */
  readonly mediaType?: string | undefined;
  /** Size in bytes, where it is known. */
  readonly size?: number | undefined;
  /** Time of the last modification in milliseconds since the epoch, where it is known. */
  readonly modifiedAt?: number | undefined;
  /** Title, where the host knows one; it wins over the one an extractor finds. */
  readonly title?: string | undefined;
  /**
   * Labels to store with the document, in place of all that were given with it before. Without them it keeps those; `{}`
   * takes them away.
   */
  readonly metadata?: Metadata | undefined;
  /**
   * Reads the bytes from `start` up to `end`, or to the end of the source if that comes first. Sources that have it (files)
   * let archives and workbooks be read without holding them in memory.
   */
  readRange?(start: number, end: number, options?: { signal?: AbortSignal | undefined }): Promise<Uint8Array>;
  /** Opens the bytes, from the beginning, each time it is called. */
  open(options?: { signal?: AbortSignal | undefined }): AsyncIterable<Uint8Array>;
}
