import { join } from 'node:path';
import { type Catalog, query, transact } from '../catalog/open-catalog.ts';
import type { FileLayer } from '../files/file-layer.ts';
import type { LibraryPaths } from '../library-paths.ts';

interface SweepOptions {
  readonly files: FileLayer;
  readonly catalog: Catalog;
  readonly paths: LibraryPaths;
}

/**
 * Removes what a writer left that was interrupted: all of `staging`, and the segments that it noted as removable and
 * that no transaction named. Only the holder of the writer lock may do this.
 */
export async function sweep(options: SweepOptions): Promise<void> {
  const { files, catalog, paths } = options;
  for (const path of await findLeftovers(options)) await files.remove(path);
  if (query(catalog, () => catalog.prepare('SELECT 1 FROM removable_segments').get()) === undefined) return;
  // The folder itself may have been removed, by hand or by a backup that leaves it out.
  await files.makeDirectory(paths.segments);
  await files.syncDirectory(paths.segments);
  transact(catalog, files, () => catalog.prepare('DELETE FROM removable_segments').run());
}

/** Paths that the next sweep will remove. */
export async function findLeftovers({ files, catalog, paths }: SweepOptions): Promise<string[]> {
  const removable = segmentIds(catalog, 'SELECT id FROM removable_segments WHERE id NOT IN (SELECT id FROM segments)');
  const staged = await files.list(paths.staging);
  const published = await files.list(paths.segments);
  return [
    ...staged.map((entry) => join(paths.staging, entry.name)),
    ...published.filter((entry) => removable.has(entry.name)).map((entry) => join(paths.segments, entry.name)),
  ];
}

/** Folders in `segments` that the catalog knows nothing of. */
export async function findUnknownSegments({ files, catalog, paths }: SweepOptions): Promise<string[]> {
  const known = segmentIds(catalog, 'SELECT id FROM segments UNION SELECT id FROM removable_segments');
  const published = await files.list(paths.segments);
  return published.filter((entry) => !known.has(entry.name)).map((entry) => join(paths.segments, entry.name));
}

function segmentIds(catalog: Catalog, sql: string): Set<string> {
  return new Set(query(catalog, () => catalog.prepare<[], string>(sql).pluck().all()));
}
