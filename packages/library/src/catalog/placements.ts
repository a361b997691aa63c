import type { PendingDocument, SealedSegment } from '../writer/staged-segment.ts';
import type { Catalog } from './open-catalog.ts';
import { statement } from './statement.ts';

/** Ids of chunks: the first, and one past the last. */
export type ChunkRange = readonly [start: number, end: number];

/** Names a segment, and places those of its runs whose documents are wanted. Call it inside a transaction. */
export function addSegment(
  catalog: Catalog,
  segment: SealedSegment,
  now: number,
  isWanted: (document: PendingDocument) => boolean,
): void {
  statement(catalog, 'INSERT INTO segments (id, rows, bytes, sha256, created_at) VALUES (?, ?, ?, ?, ?)').run(
    segment.id,
    segment.rows,
    segment.bytes,
    segment.sha256,
    now,
  );
  const place = statement(
    catalog,
    `INSERT INTO placements (first_chunk, chunks, segment_id, first_row, document_id, document_version)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  for (const { document, firstChunk, firstRow, chunks } of segment.runs) {
    if (isWanted(document)) place.run(firstChunk, chunks, segment.id, firstRow, document.id, document.version);
  }
  statement(catalog, 'DELETE FROM removable_segments WHERE id = ?').run(segment.id);
}

/** Takes placements out of the catalog and gives their chunks. Call it inside a transaction. */
export function takeOutPlacements(catalog: Catalog, where: string, parameters: readonly number[]): ChunkRange[] {
  const rows = statement(catalog, `DELETE FROM placements WHERE ${where} RETURNING first_chunk, chunks`)
    .raw()
    .all(...parameters) as [number, number][];
  return rows.map(([first, count]) => [first, first + count]);
}

/** Takes out the segments in which nothing is placed, to be removed from the disk. Call it inside a transaction. */
export function takeOutEmptySegments(catalog: Catalog): string[] {
  const emptied = statement(
    catalog,
    `DELETE FROM segments WHERE NOT EXISTS (SELECT 1 FROM placements WHERE segment_id = segments.id)
       RETURNING id`,
  )
    .pluck()
    .all() as string[];
  for (const id of emptied) noteRemovable(catalog, id);
  return emptied;
}

/** Notes that the next sweep may remove a segment, unless it is named by then. Call it inside a transaction. */
export function noteRemovable(catalog: Catalog, segment: string): void {
  statement(catalog, 'INSERT OR REPLACE INTO removable_segments (id) VALUES (?)').run(segment);
}
