import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { CuboError } from '@cubo/contracts';
import type { FileLayer } from './files/file-layer.ts';
import { isNotFound, storageError } from './files/storage-error.ts';
import type { LibraryPaths } from './library-paths.ts';

/** Makes the folders of a new library, unless one must be there already, and refuses what is none. */
export async function prepareFolder(paths: LibraryPaths, files: FileLayer, mustExist = false): Promise<void> {
  const existing = await stat(paths.root).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw storageError(error, 'open', paths.root);
  });
  if (existing !== undefined && !existing.isDirectory()) {
    throw new CuboError({
      code: 'CUBO_LIBRARY_INVALID',
      message: `${paths.root} is a file, not a library's folder.`,
      remedy: 'Choose another path for the library.',
      path: paths.root,
    });
  }
  const names = (await files.list(paths.root)).map((entry) => entry.name).filter((name) => !name.startsWith('.'));
  // Another process may be making the same library just now: what it has made so far is not foreign.
  const own = Object.values(paths).map((path) => basename(path));
  const foreign = names.some((name) => !own.some((known) => name.startsWith(known)));
  if (foreign && !names.includes(basename(paths.catalog))) {
    throw new CuboError({
      code: 'CUBO_LIBRARY_INVALID',
      message: `${paths.root} is a folder with other files in it, not a library.`,
      remedy: 'Choose an empty or new folder for the library.',
      path: paths.root,
    });
  }
  const catalog = await stat(paths.catalog).catch(() => undefined);
  if (catalog !== undefined && catalog.size > 0) return;
  if ((await files.list(paths.segments)).length > 0) {
    throw new CuboError({
      code: 'CUBO_LIBRARY_INVALID',
      message: `The catalog ${paths.catalog} is missing or empty, although ${paths.segments} holds documents.`,
      remedy: 'Restore catalog.sqlite from a backup; or remove the folder and ingest the documents again.',
      path: paths.catalog,
    });
  }
  if (mustExist) {
    throw new CuboError({
      code: 'CUBO_LIBRARY_INVALID',
      message: `There is no library at ${paths.root}.`,
      remedy: 'Check whether its folder was moved or removed, or its drive was taken out.',
      path: paths.root,
    });
  }
  for (const folder of [paths.root, paths.segments, paths.staging, paths.indexes, paths.models]) {
    await files.makeDirectory(folder);
  }
  await files.syncDirectory(paths.root);
  await files.syncDirectory(dirname(paths.root));
}
