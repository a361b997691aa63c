import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathNotFound } from './file-source.ts';
import { unreadable } from './open-regular-file.ts';
import { folderAround } from './path-names.ts';
import { compileCategories, labelsOf, pathMatcher } from './path-patterns.ts';
import { type FolderFinder, folderFinder, isTaken, type Scan, type ScannedFolder } from './scan-folder.ts';
import type { ScanSourcesOptions } from './scan-options.ts';

/** A folder that was given, and the scan of it. */
interface FolderScan {
  readonly scan: Scan;
  readonly find: FolderFinder;
}

/** The paths that a scan was given. */
export interface ScanRoots {
  /** Those that the scan of no other one comes by, in the order given; `scan` for folders. */
  readonly roots: readonly { readonly path: string; readonly state: Stats; readonly scan: Scan }[];
  /** The scan that comes by a path inside one of the folders, and the folder in which it does. */
  meet(path: string): Promise<{ readonly folder: ScannedFolder; readonly scan: Scan } | undefined>;
}

/**
 * Looks at the paths that a scan is given.
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
 */
export async function openScanRoots(paths: readonly string[], options: ScanSourcesOptions): Promise<ScanRoots> {
  const rules = compileRules(options);
  const given = [...new Set(paths.map((path) => resolve(path)))];
  const states = new Map<string, Stats>();
  for (const path of given) states.set(path, await rootState(path));
  const scans = new Map<string, FolderScan>();
  for (const [path, state] of states) {
    const scan: Scan = { ...rules, root: path, realRoot: state.isDirectory() ? await realpath(path) : path };
    scans.set(path, { scan, find: folderFinder(scan) });
  }
  const folders = new Set(given.filter((path) => states.get(path)?.isDirectory()));

  async function meet(path: string, isFolder?: boolean) {
    for (let root = folderAround(path, folders); root !== undefined; root = folderAround(root, folders)) {
      const { scan, find } = scans.get(root) as FolderScan;
      const folder = await find(path);
      if (folder === undefined) continue;
      if (isFolder === undefined || isTaken(folder, basename(path), isFolder, scan)) return { folder, scan };
    }
    return undefined;
  }

  const roots: { path: string; state: Stats; scan: Scan }[] = [];
  for (const [path, state] of states) {
    options.signal?.throwIfAborted();
    if (await meet(path, state.isDirectory())) folders.delete(path);
    else roots.push({ path, state, scan: (scans.get(path) as FolderScan).scan });
  }
  return { roots, meet: (path) => meet(path) };
}

function compileRules(options: ScanSourcesOptions): Omit<Scan, 'root' | 'realRoot'> {
  const { signal, include, exclude, gitignore = false, metadata, onProblem } = options;
  const categories = options.categories && compileCategories(options.categories);
  return {
    signal,
    include: include && pathMatcher(include, 'include'),
    exclude: exclude && pathMatcher(exclude, 'exclude'),
    gitignore,
    labels: (path) => labelsOf(path, metadata, categories),
    problem: (path, reason) => onProblem?.({ path, reason, code: 'CUBO_SOURCE_UNREADABLE' }),
  };
}

async function rootState(root: string): Promise<Stats> {
  try {
    return await stat(root);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw code === 'ENOENT' || code === 'ENOTDIR' ? pathNotFound(root, cause) : unreadable(root, cause);
  }
}
