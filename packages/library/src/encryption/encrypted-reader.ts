import type { CuboError } from '@cubo/contracts';
import type { ReadableFile } from '../files/file-layer.ts';
import { shortRead } from '../files/storage-error.ts';
import type { FileBlocks } from './block-memory.ts';
import { type BlockSealer, blockBytes, blockLayout, headerBytes, sealedBytes } from './sealed-blocks.ts';

/** Encrypted blocks are read together, up to so many. */
const blocksTogether = 64;
/** Reads of more blocks than these are scans, whose blocks are not kept. */
const blocksKept = 4;

/** Room for the one block that is decrypted at a time. */
const room = Buffer.alloc(sealedBytes);

/** Decrypts what is read of a file. Its last block is read at once: from then on the file is known to have its end. */
export async function encryptedReader(
  file: ReadableFile,
  sealer: BlockSealer,
  options: { memory: FileBlocks; damaged: (reason: string) => CuboError },
): Promise<ReadableFile> {
  const { memory, damaged } = options;
  const layout = blockLayout(file.bytes);
  if (layout === undefined) throw damaged('has a size that no encrypted file has');
  const { blocks, bytes } = layout;

  const start = (block: number) => headerBytes + block * sealedBytes;
  const end = (block: number) => Math.min(start(block + 1), file.bytes);

  function decrypt(block: number, sealed: Uint8Array, keep: boolean): Uint8Array {
    const plain = sealer.open(block, block === blocks - 1, sealed);
    if (plain === undefined) throw damaged(`is not what was encrypted, in block ${block}`);
    if (keep) memory.add(block, plain);
    return plain;
  }
  function decryptSync(block: number): Uint8Array {
    const length = end(block) - start(block);
    return decrypt(block, file.readSync(start(block), length, room.subarray(0, length)), true);
  }
  /** The blocks in which bytes lie. */
  function blocksOf(position: number, length: number): { first: number; after: number } {
    if (position < 0 || length < 0 || position + length > bytes) throw shortRead(file.path, position, length);
    const first = Math.floor(position / blockBytes);
    return { first, after: length === 0 ? first : Math.ceil((position + length) / blockBytes) };
  }
  /** Copies what a block has of the wanted bytes. */
  function copy(plain: Uint8Array, block: number, into: Uint8Array, position: number): void {
    const offset = block * blockBytes - position;
    const from = Math.max(0, -offset);
    into.set(plain.subarray(from, into.length - offset), offset + from);
  }
  /** Decrypts blocks that were read together. */
  function copyAll(sealed: Uint8Array, first: number, after: number, into: Uint8Array, position: number): void {
    const keep = after - first <= blocksKept;
    for (let block = first; block < after; block++) {
      const from = start(block) - start(first);
      copy(decrypt(block, sealed.subarray(from, from + end(block) - start(block)), keep), block, into, position);
    }
  }

  decrypt(blocks - 1, await file.read(start(blocks - 1), end(blocks - 1) - start(blocks - 1)), true);
  return {
    path: file.path,
    bytes,
    async read(position, length) {
      const result = new Uint8Array(length);
      const { first, after } = blocksOf(position, length);
      for (let block = first; block < after; ) {
        const known = memory.get(block);
        if (known !== undefined) {
          copy(known, block, result, position);
          block++;
          continue;
        }
        const together = Math.min(after, block + blocksTogether);
        copyAll(await file.read(start(block), end(together - 1) - start(block)), block, together, result, position);
        block = together;
      }
      return result;
    },
    readSync(position, length, result = new Uint8Array(length)) {
      const { first, after } = blocksOf(position, length);
      if (after - first > blocksKept) {
        const sealed = file.readSync(start(first), end(after - 1) - start(first));
        copyAll(sealed, first, after, result, position);
        return result;
      }
      for (let block = first; block < after; block++) {
        copy(memory.get(block) ?? decryptSync(block), block, result, position);
      }
      return result;
    },
    async close() {
      memory.drop();
      await file.close();
    },
  };
}
