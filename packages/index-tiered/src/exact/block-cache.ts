/** Blocks of files in memory, up to a number of bytes. */
export interface BlockCache<File> {
  get(file: File, block: number): Uint8Array | undefined;
  offer(file: File, block: number, bytes: Uint8Array): void;
  /** Whether so many bytes more would be taken. */
  hasRoom(bytes: number): boolean;
  /** Forgets all blocks of a file, and takes no more of it: a search that began before may still be reading it. */
  drop(file: File): void;
}

/**
 * A cache that keeps what came first and refuses what no longer fits. A scan visits all blocks in turn, so that
 * evicting the one used longest ago would evict each just before it is needed again: this way a library twice the size
 * of the cache still finds half of its blocks in memory.
 */
export function blockCache<File extends object>(capacity: number): BlockCache<File> {
  const files = new Map<File, Map<number, Uint8Array>>();
  const dropped = new WeakSet<File>();
  let used = 0;
  return {
    get: (file, block) => files.get(file)?.get(block),
    offer(file, block, bytes) {
      if (dropped.has(file)) return;
      const blocks = files.get(file) ?? new Map<number, Uint8Array>();
      if (used + bytes.length > capacity || blocks.has(block)) return;
      files.set(file, blocks.set(block, bytes));
      used += bytes.length;
    },
    hasRoom: (bytes) => used + bytes <= capacity,
    drop(file) {
      dropped.add(file);
      for (const bytes of files.get(file)?.values() ?? []) used -= bytes.length;
      files.delete(file);
    },
  };
}
