import { basename, dirname, join } from 'node:path';
import type { Analyzer, SparseIndex } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import { folderName } from './folder-name.ts';
import type { OpenSparseIndex } from './index-context.ts';
import { removeOtherFolders } from './remove-other-folders.ts';

/**
 * The lexical index of a library, opened on first use. A damaged index must not keep a library from opening: it is
 * reported by every search, by `doctor`, and rebuilt by `repair`.
 */
export interface LexicalIndexHolder {
  readonly directory: string;
  /** The open index. Throws `CUBO_INDEX_CORRUPT` as long as it is damaged. */
  get(): Promise<SparseIndex>;
  /**
   * Looks whether another process has flushed, if the index is open. Damage is left to be met, and reported, by those
   * who use it.
   */
  refresh(): Promise<void>;
  /** Removes indexes that were made with other analyzers; call it once this one is filled. */
  removeOthers(): Promise<void>;
  /** Throws the index away; the next `get` gives an empty one. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the holder for a library and an analyzer. */
export function createLexicalIndexHolder(options: {
  library: Library;
  analyzer: Analyzer;
  open: OpenSparseIndex;
}): LexicalIndexHolder {
  const { library, analyzer, open } = options;
  const { files, paths } = library;
  const directory = join(paths.indexes, 'lexical', folderName(analyzer.fingerprint));
  let opened: Promise<SparseIndex> | undefined;

  async function close(): Promise<void> {
    const index = opened;
    opened = undefined;
    await index?.then((it) => it.close()).catch(() => {});
  }

  return {
    directory,
    get() {
      if (opened === undefined) {
        const opening = open({ directory, files, analyzer });
        opened = opening;
        opening.catch(() => {
          if (opened === opening) opened = undefined;
        });
      }
      return opened;
    },
    async refresh() {
      await opened?.then((index) => index.refresh()).catch(() => {});
    },
    async removeOthers() {
      await removeOtherFolders(files, dirname(directory), [basename(directory)]);
    },
    async reset() {
      await close();
      await files.remove(directory);
    },
    close,
  };
}
