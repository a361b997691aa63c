import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKey } from './library-key.ts';

/** Plain bytes of each block but the last. Decrypting one takes hardly longer than a smaller one, and less per byte than a larger. */
export const blockBytes = 16 * 1024;
const tagBytes = 16;
/** What a whole block takes in a file. */
export const sealedBytes: number = blockBytes + tagBytes;
const magic = Buffer.from('CUBOENC\u0001', 'latin1');
const saltBytes = 32;
/** What stands before the first block. */
export const headerBytes: number = magic.length + saltBytes;

/** Encrypts and decrypts the blocks of one file. */
export interface BlockSealer {
  /** The beginning of the file. */
  readonly header: Uint8Array;
  /** A block as it stands in the file, in two parts. Each may be sealed once. */
  seal(block: number, isLast: boolean, plain: Uint8Array): readonly [Uint8Array, Uint8Array];
  /** The plain bytes of a block; nothing where it is not what was sealed as this block of this file. */
  open(block: number, isLast: boolean, sealed: Uint8Array): Uint8Array | undefined;
}

/**
 * The sealer of a new file. Its key is made of the library's and of random bytes in the header, so that no two files have
 * the same one; the nonce of a block is its number, and whether it is the last is authenticated with it. So blocks cannot
 * be changed, put in another place or another file, cut off or appended.
 */
export function newSealer(key: KeyObject): BlockSealer {
  return sealer(key, randomBytes(saltBytes));
}

/** The sealer of a file that begins with these bytes; nothing where no encrypted file does. */
export function sealerOf(key: KeyObject, header: Uint8Array): BlockSealer | undefined {
  if (header.length !== headerBytes || magic.compare(header, 0, magic.length) !== 0) return undefined;
  return sealer(key, header.subarray(magic.length));
}

function sealer(key: KeyObject, salt: Uint8Array): BlockSealer {
  const derived = deriveKey(key, 'file', salt);
  const fileKey = createSecretKey(derived);
  derived.fill(0);
  return {
    header: Buffer.concat([magic, salt]),
    seal(block, isLast, plain) {
      const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(block)).setAAD(isLast ? lastBlock : otherBlock);
      const content = cipher.update(plain);
      cipher.final();
      return [content, cipher.getAuthTag()];
    },
    open(block, isLast, sealed) {
      const end = sealed.length - tagBytes;
      const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(block), { authTagLength: tagBytes })
        .setAAD(isLast ? lastBlock : otherBlock)
        .setAuthTag(sealed.subarray(end));
      const plain = decipher.update(sealed.subarray(0, end));
      try {
        decipher.final();
      } catch {
        return undefined;
      }
      return plain;
    },
  };
}

const lastBlock = Buffer.from([1]);
const otherBlock = Buffer.from([0]);

function nonceOf(block: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(block, 6, 6);
  return nonce;
}

/** Where the blocks of a file of some size lie; nothing where no encrypted file has this size. */
export function blockLayout(fileBytes: number): { readonly blocks: number; readonly bytes: number } | undefined {
  const sealed = fileBytes - headerBytes;
  if (sealed < tagBytes) return undefined;
  const blocks = Math.ceil(sealed / sealedBytes);
  const last = sealed - (blocks - 1) * sealedBytes;
  // Only an empty file has an empty block.
  if (last < tagBytes || (last === tagBytes && blocks > 1)) return undefined;
  return { blocks, bytes: sealed - blocks * tagBytes };
}
