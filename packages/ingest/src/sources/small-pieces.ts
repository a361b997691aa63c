import { createLoopTurns } from './loop-turns.ts';

const pieceSize = 16 * 1024;

/** Cuts bytes into small pieces, and gives the event loop free between them whenever it was held for ten milliseconds. */
export async function* smallPieces(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const turns = createLoopTurns();
  for await (const piece of bytes) {
    for (let start = 0; start < piece.length; start += pieceSize) {
      if (turns.isDue()) {
        await turns.take();
        signal?.throwIfAborted();
      }
      yield piece.subarray(start, start + pieceSize);
    }
  }
}
