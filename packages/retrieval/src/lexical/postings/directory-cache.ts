import type { FoundDirectory } from './block-directories.ts';

/** The directories of several files that were used last. */
export interface DirectoryCache {
  /** Room for the directories of one more file. */
  file(): FileDirectories;
}

/** The directories of one file that are in memory, by where they begin. */
export interface FileDirectories {
  get(start: number): FoundDirectory | undefined;
  set(start: number, found: FoundDirectory): void;
}

interface Entry {
  readonly home: Map<number, Entry>;
  readonly start: number;
  readonly found: FoundDirectory;
}

/** As many blocks as the arrays of a directory weigh, however short they are: about 2 KB. */
const blocksOfArrays = 32;

/** Makes a cache of directories with so many blocks in all its files together; the last one is kept whatever its size. */
export function directoryCache(capacity: number): DirectoryCache {
  /** Those that were used last come last. */
  const kept = new Set<Entry>();
  let blocks = 0;

  function keep(entry: Entry): void {
    kept.delete(entry);
    kept.add(entry);
  }

  return {
    file() {
      const home = new Map<number, Entry>();
      return {
        get(start) {
          const entry = home.get(start);
          if (entry !== undefined) keep(entry);
          return entry?.found;
        },
        set(start, found) {
          const added = { home, start, found };
          home.set(start, added);
          keep(added);
          blocks += weightOf(added);
          for (const oldest of kept) {
            if (blocks <= capacity || oldest === added) break;
            kept.delete(oldest);
            oldest.home.delete(oldest.start);
            blocks -= weightOf(oldest);
          }
        },
      };
    },
  };
}

function weightOf({ found }: Entry): number {
  return found.directory.blocks + blocksOfArrays;
}
