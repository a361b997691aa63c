import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata, Source } from '@cubo/contracts';
import { fileSourceFromStats } from './file-source.ts';
import { type Gitignore, gitignoreAbove, isGitignored, readGitignore } from './gitignore.ts';
import { listFolder } from './list-folder.ts';
import { unreadable } from './open-regular-file.ts';
import { isPassedOver, isWithin, namesBelow, patternPath } from './path-names.ts';
import type { PathMatcher } from './path-patterns.ts';

/** What holds for a scan below one root. */
export interface Scan {
  /** The folder that was given, to which patterns are relative. */
  readonly root: string;
  /** The same without links, which no link may lead out of. */
  readonly realRoot: string;
  readonly signal: AbortSignal | undefined;
  readonly include: PathMatcher | undefined;
  readonly exclude: PathMatcher | undefined;
  readonly gitignore: boolean;
  labels(path: string): Metadata | undefined;
  problem(path: string, reason: string): void;
}

/** A folder that a scan has come to. */
export interface ScannedFolder {
  readonly path: string;
  /** Whether a pattern of `include` stands for all in it. */
  readonly included: boolean;
  readonly gitignore: Gitignore | undefined;
}

/** The root of a scan as a folder to go through. */
export async function rootFolder(scan: Scan): Promise<ScannedFolder> {
  const { root, include } = scan;
  const above = scan.gitignore ? await gitignoreAbove(root, scan.problem) : undefined;
  return {
    path: root,
    included: include === undefined,
    gitignore: scan.gitignore ? await readGitignore(root, above, scan.problem) : undefined,
  };
}

/** All files below a folder, as {@link scanEntry} finds them. */
export async function* scanFolder(folder: ScannedFolder, scan: Scan): AsyncGenerator<Source> {
  scan.signal?.throwIfAborted();
  let names: readonly string[];
  try {
    const listing = await listFolder(folder.path);
    names = listing.names;
    for (const name of listing.invalid) {
      const path = join(folder.path, name);
      scan.problem(path, `The name of ${path} is not valid UTF-8, so no path leads to it; rename it.`);
    }
  } catch (cause) {
    scan.problem(folder.path, unreadable(folder.path, cause).message);
    return;
  }
  for (const name of names) yield* scanEntry(folder, name, scan);
}

/** What a scan finds under a name in a folder: a file, all files of a folder, or nothing. */
export async function* scanEntry(folder: ScannedFolder, name: string, scan: Scan): AsyncGenerator<Source> {
  if (isPassedOver(name)) return;
  scan.signal?.throwIfAborted();
  const path = join(folder.path, name);
  const below = patternPath(scan.root, path);
  try {
    const state = await lstat(path);
    if (!isTaken(folder, name, state.isDirectory(), scan)) return;
    if (state.isDirectory()) yield* scanFolder(await enter(folder, path, below, scan), scan);
    else if (state.isFile()) yield withLabels(fileSourceFromStats(path, state), scan.labels(below));
    else if (state.isSymbolicLink()) {
      const source = await linkedFile(path, scan);
      if (source) yield withLabels(source, scan.labels(below));
    } else scan.problem(path, `${path} is a device, a socket or a pipe; these are never opened.`);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).syscall === undefined) throw cause;
    scan.problem(path, unreadable(path, cause).message);
  }
}

/** Whether a scan that has come to a folder takes what is under a name in it. */
export function isTaken(folder: ScannedFolder, name: string, isFolder: boolean, scan: Scan): boolean {
  const path = join(folder.path, name);
  const below = patternPath(scan.root, path);
  if (isPassedOver(name) || scan.exclude?.(below) || isGitignored(path, isFolder, folder.gitignore)) return false;
  return isFolder || folder.included || scan.include?.(below) === true;
}

/** Finds the folder in which a scan from the root would come by a path, if it would. It keeps the folders it went through. */
export type FolderFinder = (path: string) => Promise<ScannedFolder | undefined>;

/** Makes the finder of a scan; folders are remembered for it, up to a bound. */
export function folderFinder(scan: Scan): FolderFinder {
  const known = new Map<string, Promise<ScannedFolder | undefined>>();

  async function step(parent: ScannedFolder, name: string): Promise<ScannedFolder | undefined> {
    if (isPassedOver(name)) return undefined;
    const path = join(parent.path, name);
    const state = await lstat(path).catch(() => undefined);
    if (!state?.isDirectory() || !isTaken(parent, name, true, scan)) return undefined;
    return enter(parent, path, patternPath(scan.root, path), scan);
  }

  return async (path) => {
    known.set(scan.root, known.get(scan.root) ?? rootFolder(scan));
    let folder = await known.get(scan.root);
    for (const name of namesBelow(scan.root, path).slice(0, -1)) {
      if (folder === undefined) return undefined;
      const at = join(folder.path, name);
      if (known.size > rememberedFolders) known.clear();
      const next: Promise<ScannedFolder | undefined> = known.get(at) ?? step(folder, name);
      known.set(at, next);
      folder = await next;
    }
    return folder;
  };
}

const rememberedFolders = 10_000;

async function enter(parent: ScannedFolder, path: string, below: string, scan: Scan): Promise<ScannedFolder> {
  return {
    path,
    included: parent.included || scan.include?.(below) === true,
    gitignore: scan.gitignore ? await readGitignore(path, parent.gitignore, scan.problem) : undefined,
  };
}

/** The same source with labels. */
export function withLabels(source: Source, metadata: Metadata | undefined): Source {
  return metadata === undefined ? source : { ...source, metadata };
}

/**
 * Folders are never entered by a link, inside the root neither: what they hold is found under its own name, and so no
 * cycle can arise.
 */
async function linkedFile(path: string, scan: Scan): Promise<Source | undefined> {
  const target = await realpath(path);
  const state = await stat(target);
  if (state.isDirectory()) scan.problem(path, `${path} is a symbolic link to a folder; such links are not followed.`);
  else if (!isWithin(target, scan.realRoot))
    scan.problem(path, `${path} is a symbolic link to ${target}, outside the folder; such links are not followed.`);
  else if (!state.isFile()) scan.problem(path, `${path} is a symbolic link to a device, a socket or a pipe.`);
  else return fileSourceFromStats(path, state);
  return undefined;
}
