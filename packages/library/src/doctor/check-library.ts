import { findDocument } from '../catalog/documents.ts';
import { type Catalog, query } from '../catalog/open-catalog.ts';
import { listPending } from '../catalog/pending-documents.ts';
import type { FileLayer } from '../files/file-layer.ts';
import type { LibraryPaths } from '../library-paths.ts';
import { findLeftovers, findUnknownSegments } from '../recovery/sweep.ts';
import type { LibraryWriter } from '../writer/library-writer.ts';
import { checkCatalog, damagedPending, incompleteDocuments } from './check-catalog.ts';
import { checkSegments } from './check-segments.ts';
import type { Problem } from './problem.ts';

interface CheckOptions {
  readonly catalog: Catalog;
  readonly files: FileLayer;
  readonly paths: LibraryPaths;
  readonly signal?: AbortSignal | undefined;
}

/** Checks catalog and chunk store. Indexes are checked by those who know their formats. */
export async function checkLibrary(options: CheckOptions & { readonly beingWritten: boolean }): Promise<Problem[]> {
  const { problems, isReadable } = checkCatalog(options.catalog, options.paths);
  // It alone tells what there should be.
  if (!isReadable) return problems;
  for await (const damaged of checkSegments(options)) problems.push(damaged.problem);
  // While somebody writes, what is in staging is work and no leftover.
  for (const path of options.beingWritten ? [] : await findLeftovers(options)) {
    problems.push({
      severity: 'warning',
      code: 'CUBO_LIBRARY_INVALID',
      message: `${path} belongs to no document; a writer was interrupted.`,
      remedy: 'Nothing to do: the next write removes it.',
      path,
    });
  }
  for (const path of options.beingWritten ? [] : await findUnknownSegments(options)) {
    problems.push({
      severity: 'warning',
      code: 'CUBO_LIBRARY_INVALID',
      message: `The catalog knows nothing of ${path}; it may have been restored from an older backup.`,
      remedy: 'Ingest again to bring the library up to date; then this folder can be removed by hand.',
      path,
    });
  }
  return problems;
}

/**
 * Removes the documents whose chunks cannot be read or are incomplete, with all their names, and gives their URIs. A
 * pending document with such chunks is begun anew by the next ingest.
 */
export async function repairLibrary(options: CheckOptions & { readonly writer: LibraryWriter }): Promise<string[]> {
  const { catalog, writer } = options;
  const damaged = new Set(query(catalog, () => incompleteDocuments(catalog)));
  const abandon = new Set(query(catalog, () => damagedPending(catalog)).map(({ id }) => id));
  for await (const { problem } of checkSegments(options)) {
    for (const uri of problem.documents ?? []) {
      if (findDocument(catalog, uri)?.uri === uri) damaged.add(uri);
      for (const pending of listPending(catalog)) if (pending.uri === uri) abandon.add(pending.id);
    }
  }
  const uris = [...damaged].sort();
  const remove = uris.map((uri) => findDocument(catalog, uri)?.id).filter((id) => id !== undefined);
  if (remove.length + abandon.size > 0) await writer.publish({ remove, abandon: [...abandon] });
  writer.buryOwnerless();
  return uris;
}
