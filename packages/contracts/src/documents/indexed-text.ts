import type { SparseFields } from '../indexes/sparse-index.ts';
import type { Chunk } from './chunk.ts';

/** A text, and which part of it is what. */
export interface IndexedFields {
  /** See {@link indexedText}. */
  readonly text: string;
  readonly fields: SparseFields;
}

/**
 * The text by which a chunk is found: its document's title, its headings, its repeated context and its own text, a line
 * each (context that the text begins with stands there once). Lexical indexes and embedders are fed with this;
 * citations quote `chunk.text` alone.
 */
export function indexedText(chunk: Chunk & { readonly title?: string | undefined }): string {
  return indexedFields(chunk).text;
}

/** The same, with where its title and its headings end. */
export function indexedFields(chunk: Chunk & { readonly title?: string | undefined }): IndexedFields {
  const title = chunk.title ? `${chunk.title}\n` : '';
  const headings = chunk.heading && chunk.heading.length > 0 ? `${chunk.heading.join(' › ')}\n` : '';
  const context = chunk.context && !chunk.text.startsWith(chunk.context) ? `${chunk.context}\n` : '';
  return {
    text: title + headings + context + chunk.text,
    fields: { titleEnd: title.length, headingEnd: title.length + headings.length },
  };
}
