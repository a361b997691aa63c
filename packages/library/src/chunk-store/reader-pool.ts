import type { SegmentReader } from './segment-reader.ts';

interface PooledReader {
  readonly opened: Promise<SegmentReader>;
  users: number;
  retired: boolean;
}

/** Keeps the most recently used segment files open, and never closes one that is in use. */
export interface ReaderPool {
  use<T>(segment: string, run: (reader: SegmentReader) => Promise<T>): Promise<T>;
  /** Closes a segment's file as soon as nobody uses it. */
  retire(segment: string): void;
  /** The segments whose files are open. */
  segments(): Iterable<string>;
  close(): void;
}

/** Makes a pool of at most `size` open readers. */
export function createReaderPool(size: number, open: (segment: string) => Promise<SegmentReader>): ReaderPool {
  // In order of last use: the first entry is the next to go.
  const pool = new Map<string, PooledReader>();

  function closeIfIdle(entry: PooledReader): void {
    if (entry.retired && entry.users === 0) void entry.opened.then((reader) => reader.close()).catch(() => {});
  }

  function retire(segment: string): void {
    const entry = pool.get(segment);
    if (entry === undefined) return;
    pool.delete(segment);
    entry.retired = true;
    closeIfIdle(entry);
  }

  return {
    async use(segment, run) {
      const entry = pool.get(segment) ?? { opened: open(segment), users: 0, retired: false };
      pool.delete(segment);
      pool.set(segment, entry);
      entry.users++;
      while (pool.size > size) retire(pool.keys().next().value as string);
      try {
        return await run(await entry.opened);
      } catch (error) {
        retire(segment);
        throw error;
      } finally {
        entry.users--;
        closeIfIdle(entry);
      }
    },
    retire,
    segments: () => pool.keys(),
    close() {
      for (const segment of [...pool.keys()]) retire(segment);
    },
  };
}
