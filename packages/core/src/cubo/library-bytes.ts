import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LibraryPaths } from '@cubo/library';

/** Bytes on disk by store. */
export interface StoreBytes {
  /** With what says that the library is encrypted. */
  readonly catalog: number;
  /** Segments of the chunk store, those that are being written included. */
  readonly chunks: number;
  readonly lexical: number;
  readonly vectors: number;
  readonly models: number;
}

/** Measures a library. */
export async function libraryBytes(paths: LibraryPaths): Promise<StoreBytes> {
  const catalogFiles = [...['', '-wal', '-shm'].map((end) => paths.catalog + end), paths.encryption];
  const catalog = await Promise.all(catalogFiles.map(bytesOf));
  return {
    catalog: catalog.reduce((a, b) => a + b),
    chunks: (await bytesOf(paths.segments)) + (await bytesOf(paths.staging)),
    lexical: await bytesOf(join(paths.indexes, 'lexical')),
    vectors: await bytesOf(join(paths.indexes, 'vectors')),
    models: await bytesOf(paths.models),
  };
}

/** The bytes of all stores together. */
export function totalBytes(bytes: StoreBytes): number {
  return Object.values(bytes).reduce((a, b) => a + b);
}

/** Bytes of a file, or of all files under a folder. What disappears meanwhile counts nothing. */
async function bytesOf(path: string): Promise<number> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.size;
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await bytesOf(join(path, name));
  return bytes;
}
