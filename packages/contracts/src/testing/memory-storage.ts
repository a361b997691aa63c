/**
 * Stands for the directory of an index in memory: what was flushed, by chunk id. Indexes that share one see each
 * other's flushes.
 */
export interface MemoryStorage<Item> {
  items: ReadonlyMap<number, Item>;
}

/** An empty storage. */
export function memoryStorage<Item>(): MemoryStorage<Item> {
  return { items: new Map() };
}
