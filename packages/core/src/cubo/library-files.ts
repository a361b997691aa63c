import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryPaths } from '@cubo/library';
import type { StoreBytes } from './library-bytes.ts';

/**
 * What a file of a library belongs to: a store, the writer lock, which holds nothing of a document, or nothing that Cubo
 * knows of.
 */
export type LibraryFileStore = keyof StoreBytes | 'lock' | 'other';

/** A file in the folder of a library. */
export interface LibraryFile {
  /** Relative to the library's folder, with slashes. */
  readonly path: string;
  readonly store: LibraryFileStore;
  readonly bytes: number;
  /** Another one after every change of what is in the file. */
  readonly state: string;
}

/** All files in the folder of a library, by path. What disappears meanwhile is left out. */
export async function listLibraryFiles({ root }: Pick<LibraryPaths, 'root'>): Promise<LibraryFile[]> {
  const files: LibraryFile[] = [];
  const list = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        await list(path);
        continue;
      }
      const stats = await stat(join(root, path), { bigint: true }).catch(() => undefined);
      if (stats === undefined) continue;
      files.push({ path, store: storeOf(path), bytes: Number(stats.size), state: stateOf(stats) });
    }
  };
  await list('');
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function stateOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}

const stores: readonly (readonly [beginning: RegExp, store: LibraryFileStore])[] = [
  [/^(?:catalog\.sqlite|encryption\.json)/, 'catalog'],
  [/^(?:segments|staging)\//, 'chunks'],
  [/^indexes\/lexical\//, 'lexical'],
  [/^indexes\/vectors\//, 'vectors'],
  [/^models\//, 'models'],
  [/^writer\.lock/, 'lock'],
];

function storeOf(path: string): LibraryFileStore {
  return stores.find(([beginning]) => beginning.test(path))?.[1] ?? 'other';
}
