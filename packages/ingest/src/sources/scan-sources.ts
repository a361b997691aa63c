import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import { assertKnownOptions, type KnownOptions, type Source } from '@cubo/contracts';
import { fileSourceFromStats } from './file-source.ts';
import { folderAround } from './path-names.ts';
import { rootFolder, scanEntry, scanFolder, withLabels } from './scan-folder.ts';
import type { ScanSourcesOptions } from './scan-options.ts';
import { openScanRoots, type ScanRoots } from './scan-roots.ts';

const known: KnownOptions<ScanSourcesOptions> = {
  include: true,
  exclude: true,
  gitignore: true,
  metadata: true,
  categories: true,
  signal: true,
  onProblem: true,
  only: true,
};

/**
 * Finds the files under some paths. A file that is named is taken as it is; a folder is walked through with all its
 * subfolders, names in UTF-16 code unit order, so that the order is the same on every run and machine. Only the names
 * in the folders on the way down are held in memory.
 *
 * Left out without a word: names that begin with a dot (`.git` among them), `node_modules`, and what the rules leave
 * out. Left out and reported to `onProblem`: folders that may not be read; devices, sockets and pipes, which are never
 * opened; symbolic links to folders, to nothing, or to a file outside the folder that was named; names that are no
 * valid UTF-8. A path inside another path of the list is visited once.
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND` before the first source when one of the paths does not exist,
 * `CUBO_BAD_ARGUMENT` for an option that is unknown or a pattern that makes no sense
 */
export async function* scanSources(
  paths: string | readonly string[],
  options: ScanSourcesOptions = {},
): AsyncGenerator<Source> {
  assertKnownOptions('scanSources()', options, known);
  const given = await openScanRoots(typeof paths === 'string' ? [paths] : paths, options);
  if (options.only === undefined) yield* scanAll(given);
  else yield* scanOnly(given, options.only);
}

async function* scanAll({ roots }: ScanRoots): AsyncGenerator<Source> {
  for (const { path, state, scan } of roots) {
    scan.signal?.throwIfAborted();
    if (state.isDirectory()) yield* scanFolder(await rootFolder(scan), scan);
    else if (state.isFile()) yield withLabels(fileSourceFromStats(path, state), scan.labels(basename(path)));
    else scan.problem(path, `${path} is not a regular file; devices, sockets and pipes are never opened.`);
  }
}

async function* scanOnly(given: ScanRoots, only: readonly string[]): AsyncGenerator<Source> {
  const paths = new Set(only);
  yield* scanAll({ ...given, roots: given.roots.filter(({ path }) => paths.has(path)) });
  for (const path of [...paths].sort()) {
    // What lies in a folder that is looked at as a whole is found there.
    if (folderAround(path, paths) !== undefined) continue;
    const met = await given.meet(path);
    // What is not there any more is no problem: it may be why the path is looked at.
    if (met && (await isThere(path))) yield* scanEntry(met.folder, basename(path), met.scan);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}
