import { gunzipSync } from 'node:zlib';
import { CuboError, isCuboError } from '@cubo/contracts';
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { FileLayer } from '../files/file-layer.ts';
import { isNoFile } from '../files/storage-error.ts';
import { type ChunkRecord, type ChunkRow, fromRow } from './chunk-columns.ts';
import { compactRowGroups, type RowGroups } from './row-groups.ts';

/** Reads one `chunks.parquet`. */
export interface SegmentReader {
  /** Number of rows. */
  readonly rows: number;
  /** First row of each row group, ascending. */
  readonly groupStarts: readonly number[];
  /** The chunks of one row group. Throws `CUBO_SEGMENT_CORRUPT` when it cannot be decoded. */
  readGroup(group: number): Promise<ChunkRecord[]>;
  close(): Promise<void>;
}

/** The error for a segment that cannot be read. `reason` continues the sentence "The segment <path> …". */
export function segmentCorrupt(path: string, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_SEGMENT_CORRUPT',
    message: `The segment ${path} ${reason}.`,
    remedy: 'Run doctor to see which documents are affected, then doctor with --repair and ingest those again.',
    path,
    cause,
  });
}

/** Opens a segment file: reads its footer, no rows. Throws `CUBO_SEGMENT_CORRUPT` when it is not one. */
export async function openSegmentFile(files: FileLayer, path: string): Promise<SegmentReader> {
  const file = await files.open(path).catch((error: unknown) => {
    throw isNoFile(error) ? segmentCorrupt(path, 'is missing', error) : error;
  });
  const buffer: AsyncBuffer = {
    byteLength: file.bytes,
    async slice(start, end = file.bytes) {
      const bytes = await file.read(start, end - start);
      return bytes.buffer as ArrayBuffer;
    },
  };
  let groups: RowGroups;
  try {
    groups = compactRowGroups(await parquetMetadataAsync(buffer));
  } catch (error) {
    await file.close();
    throw segmentCorrupt(path, 'has no readable footer', error);
  }
  const { rows, starts } = groups;
  return {
    rows,
    groupStarts: starts,
    async readGroup(group) {
      const rowStart = starts[group] ?? rows;
      const rowEnd = starts[group + 1] ?? rows;
      try {
        const decoded = await parquetReadObjects({
          file: buffer,
          metadata: groups.metadataOf(group),
          compressors: { GZIP: (input) => gunzipSync(input) },
        });
        return decoded.map((row) => fromRow(row as ChunkRow));
      } catch (error) {
        if (isCuboError(error, 'CUBO_STORAGE_FAILED')) throw error;
        throw segmentCorrupt(path, `cannot be decoded between row ${rowStart} and ${rowEnd}`, error);
      }
    },
    close: () => file.close(),
  };
}
