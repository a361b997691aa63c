import { readSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import type { FileLayer, ReadableFile, WritableFile } from './file-layer.ts';
import { isNotFound, shortRead, storageError } from './storage-error.ts';

async function attempt<T>(action: string, path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw storageError(error, action, path);
  }
}

function writableFile(path: string, handle: FileHandle): WritableFile {
  return {
    path,
    write: (bytes) =>
      attempt('write', path, async () => {
        for (let written = 0; written < bytes.length; ) {
          written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
        }
      }),
    sync: () => attempt('write', path, () => handle.sync()),
    close: () => attempt('close', path, () => handle.close()),
  };
}

function readableFile(path: string, handle: FileHandle, bytes: number): ReadableFile {
  let closed = false;
  return {
    path,
    bytes,
    async read(position, length, buffer = new Uint8Array(length)) {
      for (let done = 0; done < length; ) {
        const { bytesRead } = await attempt('read', path, () =>
          handle.read(buffer, done, length - done, position + done),
        );
        if (bytesRead === 0) throw shortRead(path, position, length);
        done += bytesRead;
      }
      return buffer;
    },
    readSync(position, length, buffer = new Uint8Array(length)) {
      for (let done = 0; done < length; ) {
        let bytesRead = 0;
        try {
          bytesRead = readSync(handle.fd, buffer, done, length - done, position + done);
        } catch (error) {
          throw storageError(error, 'read', path);
        }
        if (bytesRead === 0) throw shortRead(path, position, length);
        done += bytesRead;
      }
      return buffer;
    },
    async close() {
      if (closed) return;
      closed = true;
      await handle.close();
    },
  };
}

/** Windows refuses to rename over a file that is being looked at for a moment (EPERM, EACCES, EBUSY). */
async function renameWithPatience(from: string, to: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      const passing = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
      if (!passing || tries >= 9) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** tries));
    }
  }
}

/** A folder cannot be opened for fsync on Windows, where its entries are durable with the file system's own log. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The file layer of the operating system. */
export const nodeFileLayer: FileLayer = Object.freeze<FileLayer>({
  create: (path) => attempt('create', path, async () => writableFile(path, await open(path, 'wx'))),
  open: (path) =>
    attempt('open', path, async () => {
      const handle = await open(path, 'r');
      try {
        const state = await handle.stat();
        // POSIX opens folders for reading, and fails only when they are read.
        if (state.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
        return readableFile(path, handle, state.size);
      } catch (error) {
        await handle.close();
        throw error;
      }
    }),
  read: (path) =>
    attempt('read', path, async () => {
      try {
        return await readFile(path);
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    }),
  rename: (from, to) => attempt('rename', from, () => renameWithPatience(from, to)),
  remove: (path) => attempt('remove', path, () => rm(path, { recursive: true, force: true, maxRetries: 5 })),
  makeDirectory: (path) =>
    attempt('create the folder', path, async () => {
      await mkdir(path, { recursive: true });
    }),
  syncDirectory: (path) => attempt('write the folder', path, () => syncDirectory(path)),
  list: (path) =>
    attempt('list', path, async () => {
      try {
        const entries = await readdir(path, { withFileTypes: true });
        return entries
          .map((entry) => ({ name: entry.name, directory: entry.isDirectory() }))
          .sort((a, b) => (a.name < b.name ? -1 : 1));
      } catch (error) {
        if (isNotFound(error)) return [];
        throw error;
      }
    }),
  commit: (run) => run(),
});
