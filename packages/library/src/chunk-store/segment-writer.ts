import { gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { FileLayer } from '../files/file-layer.ts';
import { createHashedFile, type FileFingerprint } from '../files/hashed-file.ts';
import { type ChunkRecord, chunkSchema, toColumns } from './chunk-columns.ts';

/** Small row groups: fetching one hit decodes one of them. */
const rowsPerGroup = 128;
const charactersPerGroup = 256 * 1024;

/** Appends chunks to a Parquet file, holding one row group in memory. */
export interface SegmentFileWriter {
  append(chunk: ChunkRecord): Promise<void>;
  /** Writes the footer, syncs and closes. */
  finish(): Promise<FileFingerprint>;
  discard(): Promise<void>;
}

/** Creates `chunks.parquet` of a new segment (gzip, which every Parquet reader knows). */
export async function createSegmentFile(files: FileLayer, path: string): Promise<SegmentFileWriter> {
  const file = await createHashedFile(files, path);
  const bytes = new ByteWriter();
  const flush = async (): Promise<void> => {
    const block = new Uint8Array(bytes.buffer, 0, bytes.index).slice();
    bytes.index = 0;
    if (block.length > 0) await file.write(block);
  };
  const parquet = new ParquetWriter({
    writer: Object.assign(bytes, { flush, finish: flush }),
    schema: chunkSchema,
    codec: 'GZIP',
    compressors: { GZIP: (input) => gzipSync(input, { level: 1 }) },
    createdBy: 'cubo',
  });
  let group: ChunkRecord[] = [];
  let characters = 0;

  async function writeGroup(): Promise<void> {
    if (group.length === 0) return;
    const columnData = toColumns(group);
    group = [];
    characters = 0;
    await parquet.write({ columnData, rowGroupSize: columnData[0]?.data.length ?? 0 });
  }

  return {
    async append(chunk) {
      group.push(chunk);
      characters += chunk.text.length;
      if (group.length >= rowsPerGroup || characters >= charactersPerGroup) await writeGroup();
    },
    async finish() {
      await writeGroup();
      await parquet.finish();
      return file.finish();
    },
    discard: () => file.discard(),
  };
}
