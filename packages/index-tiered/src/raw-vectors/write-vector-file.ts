import { crc32 } from 'node:zlib';
import type { ChunkSet } from '@cubo/contracts';
import type { IndexFile, IndexFileWriter } from '@cubo/library';
import type { RecordEncoding } from './record-encoding.ts';
import { encodeVectorFileHeader, vectorFileChecksum } from './vector-file-header.ts';

/** What a vector file is written from. */
export interface VectorFileContent {
  readonly encoding: RecordEncoding;
  readonly dimensions: number;
  readonly ids: ChunkSet;
  /** Records of all the ids in their order, in pieces of any number of whole records. */
  readonly records: AsyncIterable<Uint8Array>;
  /** The most bytes of a block. */
  readonly blockBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Writes a vector file, block by block. */
export async function writeVectorFile(writer: IndexFileWriter, content: VectorFileContent): Promise<IndexFile> {
  const { encoding, dimensions, ids, records, blockBytes, signal } = content;
  const size = encoding.bytes(dimensions);
  const vectorsPerBlock = Math.max(1, Math.floor(blockBytes / size));
  const header = encodeVectorFileHeader({ encoding, dimensions, ids, vectorsPerBlock });
  await writer.write(header);

  const checksums: number[] = [];
  const block = new Uint8Array(Math.min(vectorsPerBlock, ids.size) * size);
  let filled = 0;
  async function finishBlock(): Promise<void> {
    const bytes = block.subarray(0, filled);
    checksums.push(crc32(bytes));
    await writer.write(bytes);
    filled = 0;
  }
  for await (const piece of records) {
    signal?.throwIfAborted();
    for (let from = 0; from < piece.length; ) {
      const taken = Math.min(piece.length - from, block.length - filled);
      block.set(piece.subarray(from, from + taken), filled);
      from += taken;
      filled += taken;
      if (filled === block.length) await finishBlock();
    }
  }
  if (filled > 0) await finishBlock();

  const trailer = new DataView(new ArrayBuffer(4 * checksums.length + 4));
  for (const [index, checksum] of checksums.entries()) trailer.setUint32(4 * index, checksum, true);
  const blockChecksums = new Uint8Array(trailer.buffer, 0, 4 * checksums.length);
  trailer.setUint32(4 * checksums.length, vectorFileChecksum(header, blockChecksums), true);
  await writer.write(new Uint8Array(trailer.buffer));
  return writer.finish(ids);
}
