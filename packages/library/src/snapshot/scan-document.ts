import { type Catalog, query } from '../catalog/open-catalog.ts';
import { statement } from '../catalog/statement.ts';
import type { ChunkRecord } from '../chunk-store/chunk-columns.ts';
import type { ChunkStore } from '../chunk-store/chunk-store.ts';

/** The chunks of the version of a document that is live now, in order. Nobody may compact meanwhile. */
export async function* scanDocument(
  catalog: Catalog,
  store: ChunkStore,
  document: number,
): AsyncGenerator<ChunkRecord> {
  const runs = query(catalog, () =>
    statement<[number], { segment_id: string; first_row: number; chunks: number }>(
      catalog,
      `SELECT segment_id, first_row, placements.chunks FROM placements
         JOIN documents ON documents.id = document_id AND documents.version = document_version
         WHERE document_id = ? ORDER BY first_chunk`,
    ).all(document),
  );
  for (const { segment_id, first_row, chunks } of runs) yield* store.scan(segment_id, first_row, first_row + chunks);
}
