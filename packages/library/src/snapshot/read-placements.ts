import { type ChunkSet, chunkSetFromRanges } from '@cubo/contracts';
import type { ChangeMark } from '../catalog/document-changes.ts';
import type { Catalog } from '../catalog/open-catalog.ts';
import { statement } from '../catalog/statement.ts';
import { type PlacedRun, pageLength } from './placement-page.ts';
import type { ChunkPlace } from './placement-table.ts';

const columns = `first_chunk AS first, placements.chunks AS count, segment_id AS segment, first_row AS row,
  placements.document_id AS document, document_version AS version`;
const isLive = 'documents.id = placements.document_id AND documents.version = placements.document_version';

/** The live runs by ascending id, so many at a time as a page holds. */
export function* readLiveRuns(catalog: Catalog): Generator<PlacedRun[], void, undefined> {
  const page = `SELECT ${columns} FROM placements CROSS JOIN documents ON ${isLive}
    WHERE first_chunk > ? ORDER BY first_chunk LIMIT ${pageLength}`;
  for (let after = -1; ; ) {
    const runs = statement<[number], PlacedRun>(catalog, page).all(after);
    yield runs;
    if (runs.length < pageLength) return;
    after = runs.at(-1)?.first ?? after;
  }
}

/** The live runs of the documents that have changed behind one place in the order of changes, up to another. */
export function readRunsOfChanged(catalog: Catalog, from: ChangeMark, to: ChangeMark): PlacedRun[] {
  return statement<number[], PlacedRun>(
    catalog,
    `SELECT ${columns} FROM document_changes
       CROSS JOIN documents ON documents.id = document_changes.document_id
       CROSS JOIN placements ON ${isLive}
     WHERE (document_changes.generation, document_changes.document_id) > (?, ?)
       AND (document_changes.generation, document_changes.document_id) <= (?, ?)`,
  ).all(from.generation, from.document, to.generation, to.document);
}

/** The chunks of documents that are not complete. */
export function readPendingChunks(catalog: Catalog): ChunkSet {
  // Few are pending, and many are placed: these are looked up for those.
  const rows = statement<[], [number, number]>(
    catalog,
    `SELECT first_chunk, first_chunk + placements.chunks FROM pending_documents p
       CROSS JOIN placements ON placements.document_id = p.document_id AND placements.document_version = p.version`,
  ).raw();
  return chunkSetFromRanges(rows.all() as [number, number][]);
}

/** Where a chunk stands now, whichever snapshot it is of. */
export function findPlaceNow(catalog: Catalog, id: number): ChunkPlace | undefined {
  const placement = statement<[number], { first_chunk: number; chunks: number; segment_id: string; first_row: number }>(
    catalog,
    `SELECT first_chunk, chunks, segment_id, first_row FROM placements WHERE first_chunk <= ?
     ORDER BY first_chunk DESC LIMIT 1`,
  ).get(id);
  if (placement === undefined || id >= placement.first_chunk + placement.chunks) return undefined;
  return { segment: placement.segment_id, row: placement.first_row + id - placement.first_chunk };
}
