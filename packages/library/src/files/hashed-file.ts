import { createHash } from 'node:crypto';
import type { FileLayer, WritableFile } from './file-layer.ts';

/** What a finished file is recognised by. */
export interface FileFingerprint {
  readonly bytes: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string;
}

/** A file that is hashed while it is written, so that it never has to be read again for its checksum. */
export interface HashedFile {
  readonly path: string;
  write(bytes: Uint8Array): Promise<void>;
  /** Syncs and closes it. */
  finish(): Promise<FileFingerprint>;
  /** Closes it and removes it. */
  discard(): Promise<void>;
}

/** Creates a {@link HashedFile}. */
export async function createHashedFile(files: FileLayer, path: string): Promise<HashedFile> {
  const file: WritableFile = await files.create(path);
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    path,
    async write(block) {
      hash.update(block);
      bytes += block.length;
      await file.write(block);
    },
    async finish() {
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      return { bytes, sha256: hash.digest('hex') };
    },
    async discard() {
      try {
        await file.close();
      } finally {
        await files.remove(path);
      }
    },
  };
}

/** Reads a whole file in blocks and gives what it is recognised by. */
export async function fingerprintFile(files: FileLayer, path: string): Promise<FileFingerprint> {
  const file = await files.open(path);
  try {
    const hash = createHash('sha256');
    const block = 1 << 20;
    for (let position = 0; position < file.bytes; position += block) {
      hash.update(await file.read(position, Math.min(block, file.bytes - position)));
    }
    return { bytes: file.bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}
