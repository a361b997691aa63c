import { type ChunkSet, type DerivedIndex, subtractChunkSets } from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';

/** How often a reading is made at most. */
const attempts = 4;

/** What was read of a snapshot and of indexes, which change independently of each other. */
export interface Reading<T> {
  readonly value: T;
  /** Whether nothing was missing. Asked only if a write has come between. */
  isComplete(): boolean;
}

/**
 * Reads a snapshot together with indexes. A writer, of this process or another, may take what is dead out of an index,
 * or remove a whole index that it has replaced, while an older snapshot is still being read. If that made a reading
 * fail or miss something, it is made anew on the latest snapshot.
 */
export async function readConsistently<T>(
  library: Library,
  read: (snapshot: LibrarySnapshot) => Promise<Reading<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const snapshot = library.snapshot();
    const isOvertaken = () => attempt < attempts && library.snapshot().generation !== snapshot.generation;
    let reading: Reading<T>;
    try {
      reading = await read(snapshot);
    } catch (error) {
      if (isOvertaken()) continue;
      throw error;
    }
    if (!isOvertaken() || reading.isComplete()) return reading.value;
  }
}

/** Whether an index holds all of these chunks. */
export function covers(index: DerivedIndex, chunks: ChunkSet): boolean {
  return subtractChunkSets(chunks, index.coverage()).size === 0;
}
