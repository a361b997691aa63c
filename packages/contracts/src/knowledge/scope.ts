import type { MetadataValue } from '../documents/metadata.ts';

/** Which documents a search may see. All conditions must hold; an empty scope is the whole library. */
export interface Scope {
  /**
   * Only documents with one of these URIs, or in one of these folders. Relative paths are resolved against the working
   * directory.
   */
  readonly sources?: readonly string[] | undefined;
  /**
   * Only documents whose metadata has these values. A list means any of its values; a document's own list fits if
   * one of its values does.
   */
  readonly metadata?: Readonly<Record<string, MetadataValue>> | undefined;
}
