import type { Library, PendingRecord } from '@cubo/library';
import type { DocumentStart } from './open-document.ts';

/** The pending document that a source goes on with: the same bytes, read and cut in the same way, as the same document. */
export function findResumable(library: Library, start: DocumentStart): PendingRecord | undefined {
  const pending = library.pendingDocuments().find(({ uri }) => uri === start.uri);
  if (pending === undefined) return undefined;
  const { sha256, extractor, chunker, title } = pending;
  if (sha256 !== start.sha256 || extractor !== start.extractor || chunker !== start.chunker) return undefined;
  // The title is part of the text by which chunks are found.
  if (title !== start.title) return undefined;
  const current = library.findDocumentById(pending.id);
  if (typeof start.document === 'number') {
    return pending.id === start.document && pending.version === (current?.version ?? 0) + 1 ? pending : undefined;
  }
  return current === undefined ? pending : undefined;
}
