import type { Engine, EngineIndex } from './engine.ts';

/** Memory that is never touched, for as long as an index lives. */
const weights = new WeakMap<EngineIndex, ArrayBuffer>();

/**
 * Reads an index from a file of so many bytes, and lets the garbage collector know that it takes as many: neither library
 * tells it of its memory, nor can free it otherwise, so that each index that was replaced would stay for a long time.
 */
export function loadIndex(engine: Engine, path: string, bytes: number): EngineIndex {
  const index = engine.load(path);
  try {
    weights.set(index, new ArrayBuffer(bytes));
  } catch {
    // The system promises no more memory than it has, and that is not enough: it goes without.
  }
  return index;
}
