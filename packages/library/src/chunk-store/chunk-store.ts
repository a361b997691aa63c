import { join } from 'node:path';
import type { FileLayer } from '../files/file-layer.ts';
import type { ChunkRecord } from './chunk-columns.ts';
import { createReaderPool } from './reader-pool.ts';
import { openSegmentFile, type SegmentReader } from './segment-reader.ts';

/** Name of the Parquet file in a segment's folder. */
export const chunkFileName = 'chunks.parquet';

/** How many segment files stay open at once. */
const maximumOpenSegments = 64;

/** Reads rows of segments through a bounded cache of decoded row groups. */
export interface ChunkStore {
  /** The chunks in the given rows of a segment, in the order asked for. */
  read(segment: string, rows: readonly number[]): Promise<ChunkRecord[]>;
  /** The chunks of the rows `[from, to)`, without filling the cache: for scans. */
  scan(segment: string, from: number, to: number): AsyncIterable<ChunkRecord>;
  /** Forgets a segment that is about to be removed. */
  forget(segment: string): void;
  /** Forgets all but these: what another process has removed takes disk and memory as long as it is held here. */
  keepOnly(segments: ReadonlySet<string>): void;
  close(): void;
}

interface CachedGroup {
  readonly chunks: ChunkRecord[];
  readonly bytes: number;
}

/** Opens the chunk store in a library's `segments` folder. `cacheBytes` bounds the decoded rows that are kept. */
export function openChunkStore(options: { files: FileLayer; directory: string; cacheBytes: number }): ChunkStore {
  const { files, directory, cacheBytes } = options;
  const open = (segment: string) => openSegmentFile(files, join(directory, segment, chunkFileName));
  const pool = createReaderPool(maximumOpenSegments, open);
  // In order of last use: the first entry is the next to go.
  const cache = new Map<string, CachedGroup>();
  let held = 0;

  function drop(key: string): void {
    held -= cache.get(key)?.bytes ?? 0;
    cache.delete(key);
  }

  async function readGroup(segment: string, reader: SegmentReader, group: number): Promise<ChunkRecord[]> {
    const key = `${segment}/${group}`;
    const known = cache.get(key);
    if (known !== undefined) {
      cache.delete(key);
      cache.set(key, known);
      return known.chunks;
    }
    const chunks = await reader.readGroup(group);
    drop(key);
    const bytes = chunks.reduce((sum, { text, context }) => sum + 2 * (text.length + (context?.length ?? 0)) + 400, 0);
    cache.set(key, { chunks, bytes });
    held += bytes;
    while (held > cacheBytes && cache.size > 1) drop(cache.keys().next().value as string);
    return chunks;
  }

  function forget(segment: string): void {
    pool.retire(segment);
    for (const key of [...cache.keys()]) if (key.startsWith(`${segment}/`)) drop(key);
  }

  return {
    read: (segment, rows) =>
      pool.use(segment, async (reader) => {
        const found: ChunkRecord[] = [];
        for (const row of rows) {
          const group = lastAtOrBelow(reader.groupStarts, row);
          const chunks = await readGroup(segment, reader, group);
          const chunk = chunks[row - (reader.groupStarts[group] ?? 0)];
          if (chunk !== undefined) found.push(chunk);
        }
        return found;
      }),
    async *scan(segment, from, to) {
      const reader = await open(segment);
      try {
        const { groupStarts } = reader;
        for (let group = lastAtOrBelow(groupStarts, from); group < groupStarts.length; group++) {
          const start = groupStarts[group] ?? 0;
          if (start >= to) return;
          const chunks = await reader.readGroup(group);
          yield* chunks.slice(Math.max(0, from - start), to - start);
        }
      } finally {
        await reader.close();
      }
    },
    forget,
    keepOnly(segments) {
      const held = [...pool.segments(), ...[...cache.keys()].map((key) => key.slice(0, key.lastIndexOf('/')))];
      for (const segment of new Set(held)) if (!segments.has(segment)) forget(segment);
    },
    close() {
      pool.close();
      cache.clear();
      held = 0;
    },
  };
}

/** Position of the last value that is not greater, in an ascending list that begins with 0. */
function lastAtOrBelow(starts: readonly number[], value: number): number {
  let low = 0;
  let high = starts.length;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= value) low = middle;
    else high = middle;
  }
  return low;
}
