import type { VectorFile } from '../raw-vectors/vector-file.ts';
import { blockCache } from './block-cache.ts';

/** Records, and the row of the first of them. */
export interface ReadRecords {
  readonly bytes: Uint8Array;
  readonly firstRow: number;
}

/** Reads vector files, in large pieces for scans, and keeps some of these in memory. */
export interface PieceReader {
  /** Rows of each piece of a file but its last one. */
  rows(file: VectorFile): number;
  /** Whether a piece is in memory. */
  has(file: VectorFile, piece: number): boolean;
  /** `count` rows from `row` on, all of one piece. If they are most of it, it is read whole, and may be kept. */
  read(file: VectorFile, piece: number, row: number, count: number): Promise<ReadRecords>;
  /**
   * One row, without leaving the thread. A piece of which a row is read again and again is read whole, and kept where there
   * is room.
   */
  readRow(file: VectorFile, row: number): ReadRecords;
  /** Forgets a file. */
  drop(file: VectorFile): void;
}

const pieceBytes = 1 << 18;
/** Rows read one by one from a piece that cost as much as to read it whole. */
const dearer = 16;

/** Makes a reader of files with records of a size, which keeps at most `cacheBytes` of them in memory. */
export function pieceReader(recordBytes: number, cacheBytes: number): PieceReader {
  const cache = blockCache<VectorFile>(cacheBytes);
  const rows = ({ vectorsPerBlock }: VectorFile) =>
    Math.max(1, Math.floor(pieceBytes / (vectorsPerBlock * recordBytes))) * vectorsPerBlock;
  /** By piece: how many single rows of it were read. */
  const reads = new WeakMap<VectorFile, Map<number, number>>();
  function readsOf(file: VectorFile): Map<number, number> {
    const known = reads.get(file) ?? new Map<number, number>();
    reads.set(file, known);
    return known;
  }
  return {
    rows,
    has: (file, piece) => cache.get(file, piece) !== undefined,
    async read(file, piece, row, count) {
      const firstRow = piece * rows(file);
      const cached = cache.get(file, piece);
      if (cached) return { bytes: cached, firstRow };
      const all = Math.min(rows(file), file.ids.size - firstRow);
      if (2 * count < all) return { bytes: await file.read(row, count), firstRow: row };
      const bytes = await file.read(firstRow, all);
      cache.offer(file, piece, bytes);
      return { bytes, firstRow };
    },
    readRow(file, row) {
      const piece = Math.floor(row / rows(file));
      const firstRow = piece * rows(file);
      const cached = cache.get(file, piece);
      if (cached) return { bytes: cached, firstRow };
      const all = Math.min(rows(file), file.ids.size - firstRow);
      if (!cache.hasRoom(all * recordBytes)) return { bytes: file.readSync(row, 1), firstRow: row };
      const counts = readsOf(file);
      const reads = (counts.get(piece) ?? 0) + 1;
      counts.set(piece, reads);
      if (reads < dearer) return { bytes: file.readSync(row, 1), firstRow: row };
      counts.delete(piece);
      const bytes = file.readSync(firstRow, all);
      cache.offer(file, piece, bytes);
      return { bytes, firstRow };
    },
    drop: cache.drop,
  };
}
