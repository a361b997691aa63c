import type { KeyObject } from 'node:crypto';
import type { CuboError } from '@cubo/contracts';
import type { FileLayer } from '../files/file-layer.ts';
import { blockMemory } from './block-memory.ts';
import { encryptedReader } from './encrypted-reader.ts';
import { encryptedWriter } from './encrypted-writer.ts';
import { blockBytes, blockLayout, headerBytes, newSealer, sealedBytes, sealerOf } from './sealed-blocks.ts';

/** Decrypted blocks that are kept: 2 MiB. */
const blocksInMemory = 128;

/** What makes the error for a file that is not what was written; `reason` continues "The … <path> …". */
export type DamageError = (path: string, reason: string) => CuboError;

/**
 * A file layer whose files are encrypted and authenticated with AES-256-GCM in blocks. Sizes and positions are those of
 * the plain bytes. Names of files and folders are not encrypted.
 */
export function encryptedFileLayer(inner: FileLayer, key: KeyObject, damaged: DamageError): FileLayer {
  const memory = blockMemory(blocksInMemory);
  const foreign = (path: string) => damaged(path, 'is not encrypted, or not whole');
  return {
    ...inner,
    isEncrypted: true,
    create: async (path) => encryptedWriter(await inner.create(path), newSealer(key)),
    async open(path) {
      const file = await inner.open(path);
      try {
        const header = file.bytes < headerBytes ? new Uint8Array() : await file.read(0, headerBytes);
        const sealer = sealerOf(key, header);
        if (sealer === undefined) throw foreign(path);
        return await encryptedReader(file, sealer, {
          memory: memory.file(),
          damaged: (reason) => damaged(path, reason),
        });
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    async read(path) {
      const sealed = await inner.read(path);
      if (sealed === undefined) return undefined;
      const sealer = sealerOf(key, sealed.subarray(0, headerBytes));
      const layout = blockLayout(sealed.length);
      if (sealer === undefined || layout === undefined) throw foreign(path);
      const bytes = new Uint8Array(layout.bytes);
      for (let block = 0; block < layout.blocks; block++) {
        const start = headerBytes + block * sealedBytes;
        const plain = sealer.open(block, block === layout.blocks - 1, sealed.subarray(start, start + sealedBytes));
        if (plain === undefined) throw damaged(path, `is not what was encrypted, in block ${block}`);
        bytes.set(plain, block * blockBytes);
      }
      return bytes;
    },
  };
}
