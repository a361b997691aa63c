import { setImmediate } from 'node:timers/promises';

const pieceSize = 16 * 1024;
const longestHold = 10;

/** Cuts bytes into small pieces, and gives the event loop free between them whenever it was held for ten milliseconds. */
export async function* smallPieces(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  let since = performance.now();
  for await (const piece of bytes) {
    for (let start = 0; start < piece.length; start += pieceSize) {
      if (performance.now() - since > longestHold) {
        await setImmediate();
        signal?.throwIfAborted();
        since = performance.now();
      }
      yield piece.subarray(start, start + pieceSize);
    }
  }
}
