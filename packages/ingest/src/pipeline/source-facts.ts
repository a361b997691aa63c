import type { DocumentDescription, Metadata, Source } from '@cubo/contracts';
import type { DocumentRecord } from '@cubo/library';

/** The title of a document: as the host gives it, else as its format states it, else its name without the extension. */
export function titleOf(source: Source, description: DocumentDescription): string | undefined {
  const { uri, name, title } = source;
  // A name that only repeats the URI says nothing.
  return title ?? description.title ?? (name === uri ? undefined : name.replace(/\.[^.]+$/, ''));
}

/** The labels of a document: those of the host, and those that the document gives itself where the host says nothing. */
export function metadataOf(source: Source, description: DocumentDescription): Metadata {
  const { author, metadata } = description;
  return { ...metadata, ...(author && { author }), ...source.metadata };
}

/**
 * Whether a document has what the host now says of it. A title or an author that the host does not name is the format's
 * business, and does not change while the bytes do not.
 */
export function hasFactsOf(source: Source, known: DocumentRecord): boolean {
  if (source.title !== undefined && source.title !== known.title) return false;
  const { author } = known.metadata;
  return canonical(known.metadata) === canonical({ ...(author !== undefined && { author }), ...source.metadata });
}

/** The labels as the catalog keeps them, in one order. */
function canonical(metadata: Metadata): string {
  const stored = JSON.parse(JSON.stringify(metadata)) as Metadata;
  return JSON.stringify(Object.entries(stored).sort(([a], [b]) => (a < b ? -1 : 1)));
}
