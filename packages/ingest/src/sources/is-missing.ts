import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** The two looks at the disk that {@link createMissingCheck} takes. */
export interface DiskLook {
  /** Fails with `ENOENT` or `ENOTDIR` where nothing of this name is there. */
  lstat(path: string): Promise<Pick<Stats, 'isDirectory'>>;
  /** The names in a folder. */
  readdir(path: string): Promise<readonly string[]>;
}

/**
 * Whether there is no file of this name any more: nothing, or a folder in its place. Where nothing certain can be said
 * (no permission), there is one.
 */
export async function isMissingFile(path: string, disk: Pick<DiskLook, 'lstat'> = { lstat }): Promise<boolean> {
  try {
    return (await disk.lstat(path)).isDirectory();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR';
  }
}

/**
 * Makes a check whether a file is gone, as `isMissingFile` says. On a disk that does not tell `a` from `A`, the old name of a file whose name
 * has only changed its case still leads to it; it is gone all the same, because no folder lists it any more.
 *
 * The check remembers the folders it has listed: make a new one for each round.
 */
export function createMissingCheck(
  disk: DiskLook = { lstat, readdir },
): (path: string, root?: string) => Promise<boolean> {
  const listings = new Map<string, Promise<ReadonlySet<string> | undefined>>();

  function list(folder: string): Promise<ReadonlySet<string> | undefined> {
    const known = listings.get(folder);
    if (known !== undefined) return known;
    if (listings.size >= rememberedFolders) listings.clear();
    const listing = disk.readdir(folder).then(
      (names) => new Set(names),
      () => undefined,
    );
    listings.set(folder, listing);
    return listing;
  }

  return async (path, root = dirname(path)) => {
    if (await isMissingFile(path, disk)) return true;
    // Only names below what was ingested: how that itself is spelt is the caller's affair.
    for (let at = path; at !== root && at !== dirname(at); at = dirname(at)) {
      const names = await list(dirname(at));
      if (names !== undefined && !names.has(basename(at))) return true;
    }
    return false;
  };
}

const rememberedFolders = 100;
