import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { CuboError, type Source } from '@cubo/contracts';
import { openRegularFile, unreadable } from './open-regular-file.ts';

/** Bytes read at a time. */
const readSize = 256 * 1024;

/** @param size of the file, as far as it is known: a small one needs no large buffer */
async function* readFileBytes(
  path: string,
  size: number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  const handle = await openRegularFile(path);
  // One byte more, to see the end of the file, or that it has grown.
  let length = Math.min(readSize, (size ?? readSize) + 1);
  try {
    for (;;) {
      signal?.throwIfAborted();
      // A new buffer each time: the consumer may keep the last one.
      const buffer = new Uint8Array(length);
      let bytesRead: number;
      try {
        ({ bytesRead } = await handle.read(buffer, 0, length, null));
      } catch (cause) {
        throw unreadable(path, cause);
      }
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      if (bytesRead === length) length = readSize;
    }
  } finally {
    await handle.close();
  }
}

/** A handle for each call: a source is never closed, so there is nobody to close one that stayed open. */
async function readFileRange(
  path: string,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const handle = await openRegularFile(path);
  try {
    const buffer = new Uint8Array(Math.max(0, end - start));
    let length = 0;
    while (length < buffer.byteLength) {
      signal?.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, length, buffer.byteLength - length, start + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreadable(path, cause);
  } finally {
    await handle.close();
  }
}

/** The files behind sources, by how these are opened: a source with more labels is still one of a file. */
const paths = new WeakMap<Source['open'], string>();

/** The file whose bytes a source gives; `undefined` for a source of another kind. */
export function filePathOf(source: Source): string | undefined {
  return paths.get(source.open);
}

/** The source of a regular file of which the rest is known already, as when it comes from another thread. */
export function fileSourceFromFacts(path: string, facts: Omit<Source, 'open' | 'readRange'>): Source {
  const source: Source = {
    ...facts,
    readRange: (start, end, options) => readFileRange(path, start, end, options?.signal),
    open: (options) => readFileBytes(path, facts.size, options?.signal),
  };
  paths.set(source.open, path);
  return source;
}

/** The source of a regular file whose state is already known. */
export function fileSourceFromStats(path: string, stats: Stats): Source {
  const { size, mtimeMs } = stats;
  return fileSourceFromFacts(path, { uri: path, name: basename(path), size, modifiedAt: Math.trunc(mtimeMs) });
}

/**
 * A file as a source. Its URI is its absolute path; the bytes are streamed from the disk each time it is opened.
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND` when the file does not exist, `CUBO_SOURCE_UNREADABLE` when it is no regular
 * file or may not be looked at
 */
export async function fileSource(path: string): Promise<Source> {
  const absolute = resolve(path);
  let stats: Stats;
  try {
    stats = await stat(absolute);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw unreadable(absolute, cause);
    throw pathNotFound(absolute, cause);
  }
  if (stats.isFile()) return fileSourceFromStats(absolute, stats);
  throw new CuboError({
    code: 'CUBO_SOURCE_UNREADABLE',
    message: `${absolute} is ${stats.isDirectory() ? 'a folder' : 'not a regular file'}.`,
    remedy: stats.isDirectory() ? 'Use scanSources to read a folder.' : 'Only regular files can be read.',
    path: absolute,
  });
}

/** The error for a path that was named and does not exist. */
export function pathNotFound(path: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `${path} does not exist.`,
    remedy: 'Check the spelling; relative paths start at the folder the program was started in.',
    path,
    cause,
  });
}
