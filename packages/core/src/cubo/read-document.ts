import type { StoredChunk } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import { documentNotFound, findNamed } from './find-named.ts';

/** Options of `cubo.read`. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A passage of a document as it is stored. */
export type StoredPassage = Omit<StoredChunk, 'documentId'>;

/** The passages of a document in order. */
export async function* readDocument(
  library: Library,
  source: string,
  signal: AbortSignal,
): AsyncGenerator<StoredPassage, void, undefined> {
  const found = findNamed(library, source, 'read');
  if (found === undefined) throw documentNotFound(source);
  const { id: document, uri, title } = found.document;
  for await (const { documentId: _, ...chunk } of library.scanDocument(document)) {
    signal.throwIfAborted();
    yield { ...chunk, title: chunk.title ?? title, source: uri };
  }
}
