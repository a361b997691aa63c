/** The decrypted blocks of several files that were used last. */
export interface BlockMemory {
  /** Room for the blocks of one more file. */
  file(): FileBlocks;
}

/** The decrypted blocks of one file that are in memory. */
export interface FileBlocks {
  get(block: number): Uint8Array | undefined;
  add(block: number, plain: Uint8Array): void;
  /** Forgets them all. */
  drop(): void;
}

/** More blocks than a file can have. */
const blocksOfFile = 2 ** 27;

/** Makes a memory of at most so many blocks. */
export function blockMemory(capacity: number): BlockMemory {
  // In order of last use: the first entry is the next to go.
  const blocks = new Map<number, Uint8Array>();
  let files = 0;
  return {
    file() {
      const base = files++ * blocksOfFile;
      return {
        get(block) {
          const plain = blocks.get(base + block);
          if (plain === undefined) return undefined;
          blocks.delete(base + block);
          blocks.set(base + block, plain);
          return plain;
        },
        add(block, plain) {
          blocks.set(base + block, plain);
          if (blocks.size > capacity) blocks.delete(blocks.keys().next().value as number);
        },
        drop() {
          for (const key of [...blocks.keys()]) if (key >= base && key < base + blocksOfFile) blocks.delete(key);
        },
      };
    },
  };
}
