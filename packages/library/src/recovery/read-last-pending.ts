import { isCuboError } from '@cubo/contracts';
import { type Catalog, query } from '../catalog/open-catalog.ts';
import type { PendingRecord } from '../catalog/pending-documents.ts';
import type { ChunkRecord } from '../chunk-store/chunk-columns.ts';
import type { ChunkStore } from '../chunk-store/chunk-store.ts';

/** The last chunk that a pending document has on the disk; `undefined` if it is damaged or not the one it should be. */
export async function readLastPending(
  catalog: Catalog,
  store: ChunkStore,
  pending: PendingRecord,
): Promise<ChunkRecord | undefined> {
  const place = query(catalog, () =>
    catalog
      .prepare<[number, number], { segment_id: string; row: number }>(
        `SELECT segment_id, first_row + chunks - 1 AS row FROM placements
         WHERE document_id = ? AND document_version = ? ORDER BY first_chunk DESC LIMIT 1`,
      )
      .get(pending.id, pending.version),
  );
  if (place === undefined) return undefined;
  try {
    const [chunk] = await store.read(place.segment_id, [place.row]);
    return chunk?.documentId === pending.id && chunk.ordinal === pending.chunks - 1 ? chunk : undefined;
  } catch (error) {
    if (isCuboError(error, 'CUBO_SEGMENT_CORRUPT')) return undefined;
    throw error;
  }
}
