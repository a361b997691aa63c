import type { WritableFile } from '../files/file-layer.ts';
import { type BlockSealer, blockBytes } from './sealed-blocks.ts';

/** Encrypted blocks are written together, up to so many. */
const blocksTogether = 64;

/**
 * Encrypts what is written to a file. The last block is marked as such, so that nothing can be written after the first
 * `sync`, or `close`.
 */
export function encryptedWriter(file: WritableFile, sealer: BlockSealer): WritableFile {
  const block = Buffer.alloc(blockBytes);
  let filled = 0;
  let sealed = 0;
  let waiting: Uint8Array[] = [sealer.header];
  let finished = false;
  /** What the first write that failed has thrown. What was to be written then is gone, and nothing may follow. */
  let failure: { readonly reason: unknown } | undefined;

  function seal(plain: Uint8Array, isLast: boolean): void {
    waiting.push(...sealer.seal(sealed++, isLast, plain));
  }

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    try {
      await file.write(bytes);
    } catch (reason) {
      failure = { reason };
      throw reason;
    }
  }

  async function finish(): Promise<void> {
    if (finished) return;
    if (failure !== undefined) throw failure.reason;
    seal(block.subarray(0, filled), true);
    await flush();
    block.fill(0);
    finished = true;
  }

  return {
    path: file.path,
    async write(bytes) {
      if (failure !== undefined) throw failure.reason;
      if (finished) throw new Error(`Nothing can be written to ${file.path} after its end.`);
      for (let done = 0; done < bytes.length; ) {
        // A full block is only sealed when another byte comes, for it may be the last one.
        if (filled === blockBytes) {
          seal(block, false);
          filled = 0;
        }
        const part = bytes.subarray(done, done + blockBytes - filled);
        block.set(part, filled);
        filled += part.length;
        done += part.length;
        if (waiting.length >= 2 * blocksTogether) await flush();
      }
      if (waiting.length > 1) await flush();
    },
    async sync() {
      await finish();
      await file.sync();
    },
    async close() {
      try {
        if (failure === undefined) await finish();
      } finally {
        await file.close();
      }
    },
  };
}
