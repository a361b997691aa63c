import { join } from 'node:path';
import type { Catalog } from '../catalog/open-catalog.ts';
import type { FileLayer } from '../files/file-layer.ts';
import type { LibraryPaths } from '../library-paths.ts';

/**
 * Removes what a crashed writer left: all of `staging`, and segments that no transaction ever named. Only the holder of
 * the writer lock may do this. Gives the paths it removed.
 */
export async function sweep(options: { files: FileLayer; catalog: Catalog; paths: LibraryPaths }): Promise<string[]> {
  const orphans = await findOrphans(options);
  for (const path of orphans) await options.files.remove(path);
  return orphans;
}

/** Paths in the library that nothing refers to. */
export async function findOrphans(options: {
  files: FileLayer;
  catalog: Catalog;
  paths: LibraryPaths;
}): Promise<string[]> {
  const { files, catalog, paths } = options;
  const named = new Set(catalog.prepare<[], string>('SELECT id FROM segments').pluck().all());
  const staged = await files.list(paths.staging);
  const published = await files.list(paths.segments);
  return [
    ...staged.map((entry) => join(paths.staging, entry.name)),
    ...published.filter((entry) => !named.has(entry.name)).map((entry) => join(paths.segments, entry.name)),
  ];
}
