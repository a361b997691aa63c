import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '@cubo/contracts';
import { nextGeneration } from '../catalog/meta.ts';
import { type Catalog, query, transact } from '../catalog/open-catalog.ts';
import { noteRemovable } from '../catalog/placements.ts';
import { type ChunkStore, chunkFileName } from '../chunk-store/chunk-store.ts';
import { createSegmentFile } from '../chunk-store/segment-writer.ts';
import type { FileLayer } from '../files/file-layer.ts';
import type { FileFingerprint } from '../files/hashed-file.ts';
import type { LibraryPaths } from '../library-paths.ts';

/** Which segments are written anew. */
export interface CompactSegmentsOptions {
  /** Only segments of whose rows more than this share is dead. Default 0: all that have dead rows. */
  readonly deadShare?: number | undefined;
  /** The most rows to copy; what is beyond waits for the next time. Default: no limit. */
  readonly maximumRows?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Parts {
  readonly catalog: Catalog;
  readonly files: FileLayer;
  readonly paths: LibraryPaths;
  readonly store: ChunkStore;
  readonly clock: Clock;
}

interface Candidate {
  readonly id: string;
  readonly rows: number;
  readonly kept: number;
}

interface Placement {
  readonly first_chunk: number;
  readonly chunks: number;
  readonly first_row: number;
}

/**
 * Writes segments anew without the rows that no placement names, those with the largest dead share first. Each becomes
 * a new segment: written in staging, synced, renamed, then one transaction moves its placements and forgets the old one.
 * Chunk ids stay, so no index notices. Memory holds one row group.
 */
export async function compactSegments(parts: Parts, options: CompactSegmentsOptions = {}): Promise<void> {
  const { deadShare = 0, maximumRows = Number.POSITIVE_INFINITY, signal } = options;
  let left = maximumRows;
  for (const candidate of candidates(parts.catalog)) {
    signal?.throwIfAborted();
    if (candidate.rows - candidate.kept <= deadShare * candidate.rows || candidate.kept > left) continue;
    left -= candidate.kept;
    await rewrite(parts, candidate.id, signal);
  }
}

function candidates(catalog: Catalog): Candidate[] {
  return query(catalog, () =>
    catalog
      .prepare<[], Candidate>(
        `SELECT id, rows, kept FROM (
           SELECT id, rows, (SELECT coalesce(sum(chunks), 0) FROM placements WHERE segment_id = segments.id) AS kept
           FROM segments
         ) WHERE kept < rows ORDER BY 1.0 * kept / rows, id`,
      )
      .all(),
  );
}

async function rewrite(parts: Parts, old: string, signal: AbortSignal | undefined): Promise<void> {
  const { catalog, files, paths, store, clock } = parts;
  const placements = query(catalog, () =>
    catalog
      .prepare<[string], Placement>(
        'SELECT first_chunk, chunks, first_row FROM placements WHERE segment_id = ? ORDER BY first_row',
      )
      .all(old),
  );
  const id = randomUUID();
  const directory = join(paths.staging, id);
  await files.makeDirectory(directory);
  const { bytes, sha256 } = await copyRows(parts, { old, directory, placements, signal });
  await files.syncDirectory(directory);
  transact(catalog, files, () => noteRemovable(catalog, id));
  await files.rename(directory, join(paths.segments, id));
  await files.syncDirectory(paths.segments);
  transact(catalog, files, () => {
    const rows = placements.reduce((sum, { chunks }) => sum + chunks, 0);
    catalog
      .prepare('INSERT INTO segments (id, rows, bytes, sha256, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(id, rows, bytes, sha256, clock.now());
    const move = catalog.prepare('UPDATE placements SET segment_id = ?, first_row = ? WHERE first_chunk = ?');
    let row = 0;
    for (const { first_chunk, chunks } of placements) {
      move.run(id, row, first_chunk);
      row += chunks;
    }
    catalog.prepare('DELETE FROM segments WHERE id = ?').run(old);
    catalog.prepare('DELETE FROM removable_segments WHERE id = ?').run(id);
    noteRemovable(catalog, old);
    nextGeneration(catalog);
  });
  store.forget(old);
  // A file that another process still holds open (Windows) is swept later.
  await files.remove(join(paths.segments, old)).catch(() => {});
}

async function copyRows(
  { files, store }: Parts,
  from: { old: string; directory: string; placements: readonly Placement[]; signal: AbortSignal | undefined },
): Promise<FileFingerprint> {
  const { old, directory, placements, signal } = from;
  const file = await createSegmentFile(files, join(directory, chunkFileName));
  try {
    let row = placements[0]?.first_row ?? 0;
    let next = 0;
    const last = placements.at(-1);
    const end = last === undefined ? 0 : last.first_row + last.chunks;
    for await (const chunk of store.scan(old, row, end)) {
      signal?.throwIfAborted();
      while (next < placements.length && row >= endOf(placements[next])) next++;
      const placement = placements[next];
      if (placement !== undefined && row >= placement.first_row) await file.append(chunk);
      row++;
    }
    return await file.finish();
  } catch (error) {
    await file.discard().catch(() => {});
    await files.remove(directory).catch(() => {});
    throw error;
  }
}

function endOf(placement: Placement | undefined): number {
  return placement === undefined ? 0 : placement.first_row + placement.chunks;
}
