import type { Clock } from '@cubo/contracts';
import { releaseName, renameDocument, writeAlias } from '../catalog/aliases.ts';
import { findDocumentById, writeDocument } from '../catalog/documents.ts';
import { writeInherited } from '../catalog/inherited-chunks.ts';
import { forgetJobName } from '../catalog/job-names.ts';
import { hasJob, writeJobFile } from '../catalog/jobs.ts';
import { labelsAfter, writeMetadata } from '../catalog/labels.ts';
import { nextGeneration } from '../catalog/meta.ts';
import type { Catalog } from '../catalog/open-catalog.ts';
import { deletePending, writePending } from '../catalog/pending-documents.ts';
import { addSegment, type ChunkRange, takeOutPlacements } from '../catalog/placements.ts';
import { statement } from '../catalog/statement.ts';
import type { FinishedDocument, Publication } from './publication.ts';
import type { PendingDocument, SealedSegment } from './staged-segment.ts';

/**
 * Writes a publication into the catalog, and gives the ranges of chunks that are dead by it. `segments` are those that
 * stand in their place now. Call it inside a transaction.
 */
export function recordPublication(
  catalog: Catalog,
  publication: Publication,
  segments: readonly SealedSegment[],
  clock: Clock,
): ChunkRange[] {
  const dead: ChunkRange[] = [];
  const job = publication.job?.id;

  function remove(id: number): void {
    statement(catalog, 'DELETE FROM documents WHERE id = ?').run(id);
    deletePending(catalog, id);
    dead.push(...takeOutPlacements(catalog, 'document_id = ?', [id]));
  }

  function release(uri: string): void {
    const nameless = releaseName(catalog, uri);
    if (nameless !== undefined) remove(nameless);
  }

  function finish({ pending, metadata, ...document }: FinishedDocument): void {
    const known = findDocumentById(catalog, pending.id);
    if (known?.uri !== pending.uri) release(pending.uri);
    const givenMetadata = document.givenMetadata ?? {};
    writeDocument(catalog, {
      ...document,
      ...pending,
      titleOrigin: document.titleOrigin ?? 'format',
      ownMetadata: metadata,
      givenMetadata,
      labels: known === undefined ? {} : labelsAfter(known.labels, known.givenMetadata, givenMetadata),
      ingestedAt: clock.now(),
    });
    deletePending(catalog, pending.id);
    const others = 'document_id = ? AND document_version <> ?';
    dead.push(...takeOutPlacements(catalog, others, [pending.id, pending.version]));
  }

  // First: what is given up may be begun anew, under the same number, in this very publish.
  for (const id of publication.abandon ?? []) {
    const version = statement<[number], number>(catalog, 'SELECT version FROM pending_documents WHERE document_id = ?')
      .pluck()
      .get(id);
    if (version === undefined) continue;
    deletePending(catalog, id);
    dead.push(...takeOutPlacements(catalog, 'document_id = ? AND document_version = ?', [id, version]));
  }
  const placed = placedDocuments(publication);
  for (const segment of segments) addSegment(catalog, segment, clock.now(), (document) => placed.has(document));
  for (const { pending, ...progress } of publication.unfinished ?? []) {
    writePending(catalog, { ...progress, ...pending, job, updatedAt: clock.now() });
  }
  for (const document of publication.documents ?? []) finish(document);
  for (const { document, ...name } of publication.moves ?? []) {
    if (findDocumentById(catalog, document)?.uri === name.uri) continue;
    release(name.uri);
    renameDocument(catalog, document, name);
  }
  for (const { document, ...alias } of publication.aliases ?? []) {
    const known = findDocumentById(catalog, document);
    // The document may have been deleted, or have taken this very name, in the same publish.
    if (known === undefined || known.uri === alias.uri) continue;
    release(alias.uri);
    writeAlias(catalog, document, alias);
  }
  for (const { document, givenMetadata } of publication.relabel ?? []) {
    const known = findDocumentById(catalog, document);
    if (known === undefined) continue;
    const labels = labelsAfter(known.labels, known.givenMetadata, givenMetadata);
    writeMetadata(catalog, document, { ownMetadata: known.ownMetadata, givenMetadata, labels });
  }
  for (const id of publication.remove ?? []) remove(id);
  for (const uri of publication.release ?? []) release(uri);
  for (const uri of publication.forget ?? []) forgetJobName(catalog, uri);
  for (const run of publication.inherited ?? []) writeInherited(catalog, run);
  if (job !== undefined && hasJob(catalog, job)) {
    for (const file of publication.job?.files ?? []) writeJobFile(catalog, job, file);
  }
  nextGeneration(catalog);
  return dead;
}

/** The documents whose chunks a publication places. */
export function placedDocuments(publication: Publication): ReadonlySet<PendingDocument> {
  const documents = [...(publication.documents ?? []), ...(publication.unfinished ?? [])];
  return new Set(documents.map(({ pending }) => pending));
}
