import { crc32 } from 'node:zlib';
import { type ChunkSet, subtractChunkSets } from '@cubo/contracts';
import { type IndexDirectory, type IndexFile, indexCorrupt, type ReadableFile } from '@cubo/library';
import { madeOtherwise } from './made-otherwise.ts';
import type { RecordEncoding } from './record-encoding.ts';
import {
  decodeFixedHeader,
  decodeIdRanges,
  type FixedHeader,
  fixedHeaderBytes,
  type VectorFileLayout,
  vectorFileChecksum,
  vectorFileLayout,
} from './vector-file-header.ts';

/** An open vector file. Only its header and its checksums are in memory; records are read by position. */
export interface VectorFile {
  readonly name: string;
  /** Its chunks; row `r` of the records belongs to the id of rank `r`. */
  readonly ids: ChunkSet;
  readonly bytes: number;
  readonly vectorsPerBlock: number;
  /**
   * The records of some rows, one behind the other. The blocks they lie in are compared with their checksums when they
   * are read for the first time; damage is refused with `CUBO_INDEX_CORRUPT`. They are read into `room` where one is given
   * that is large enough, whole blocks included, and are there until it is used again.
   */
  read(row: number, count: number, room?: Uint8Array): Promise<Uint8Array>;
  /** The same without leaving the thread: a few microseconds where the page is cached, for searches. */
  readSync(row: number, count: number): Uint8Array;
  /** Keeps the file open until the matching {@link VectorFile.release}, whoever else lets go of it. */
  acquire(): void;
  /** Lets go of the file; the last one closes it. Opening counts as the first `acquire`. */
  release(): Promise<void>;
}

/** What the vectors of an index are. */
export interface VectorShape {
  readonly encoding: RecordEncoding;
  readonly dimensions: number;
}

/**
 * Opens a vector file of an index; throws `CUBO_INDEX_CORRUPT` when it is not what the manifest, the index and its own
 * header say.
 */
export async function openVectorFile(
  directory: IndexDirectory,
  indexFile: IndexFile,
  shape: VectorShape,
): Promise<VectorFile> {
  const file = await directory.open(indexFile);
  try {
    return await readVectorFile(file, indexFile, shape);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readVectorFile(file: ReadableFile, indexFile: IndexFile, shape: VectorShape): Promise<VectorFile> {
  const { header, layout, checksums } = await readHeader(file, indexFile, shape);
  const { vectorsPerBlock, count } = header;
  const size = shape.encoding.bytes(shape.dimensions);
  const verified = new Uint8Array(layout.blocks);
  let users = 1;

  /** Where to read for some rows: the rows themselves, or all rows of their blocks while one of these is unverified. */
  function plan(row: number, rows: number): { firstBlock: number; endBlock: number; first: number; end: number } {
    const firstBlock = Math.floor(row / vectorsPerBlock);
    const endBlock = Math.ceil((row + rows) / vectorsPerBlock);
    const isVerified = verified.subarray(firstBlock, endBlock).every((mark) => mark === 1);
    const first = isVerified ? row : firstBlock * vectorsPerBlock;
    const end = isVerified ? row + rows : Math.min(count, endBlock * vectorsPerBlock);
    return { firstBlock, endBlock, first, end };
  }
  const position = (row: number) => layout.records + row * size;

  function verify({ firstBlock, endBlock, first }: ReturnType<typeof plan>, records: Uint8Array): void {
    for (let block = firstBlock; block < endBlock; block++) {
      if (verified[block] === 1) continue;
      const start = block * vectorsPerBlock - first;
      const bytes = records.subarray(start * size, (start + vectorsPerBlock) * size);
      if (crc32(bytes) !== checksums.getUint32(4 * block, true)) {
        throw indexCorrupt(file.path, `does not match its checksum in block ${block}`);
      }
      verified[block] = 1;
    }
  }
  return {
    name: indexFile.name,
    ids: indexFile.ids,
    bytes: file.bytes,
    vectorsPerBlock,
    async read(row, rows, room) {
      const wanted = plan(row, rows);
      const length = (wanted.end - wanted.first) * size;
      const into = room !== undefined && room.length >= length ? room.subarray(0, length) : undefined;
      const records = await file.read(position(wanted.first), length, into);
      verify(wanted, records);
      return records.subarray((row - wanted.first) * size, (row - wanted.first + rows) * size);
    },
    readSync(row, rows) {
      const wanted = plan(row, rows);
      const records = file.readSync(position(wanted.first), (wanted.end - wanted.first) * size);
      verify(wanted, records);
      return records.subarray((row - wanted.first) * size, (row - wanted.first + rows) * size);
    },
    acquire() {
      users++;
    },
    async release() {
      users--;
      if (users === 0) await file.close();
    },
  };
}

async function readHeader(
  file: ReadableFile,
  indexFile: IndexFile,
  { encoding, dimensions }: VectorShape,
): Promise<{ header: FixedHeader; layout: VectorFileLayout; checksums: DataView }> {
  if (file.bytes < fixedHeaderBytes) throw indexCorrupt(file.path, 'is too short to be a vector file');
  const fixed = await file.read(0, fixedHeaderBytes);
  const header = decodeFixedHeader(fixed);
  if (typeof header === 'string') throw indexCorrupt(file.path, header);
  if (header.dimensions !== dimensions) {
    const holds = `vectors of ${header.dimensions} dimensions, not ${dimensions}`;
    throw madeOtherwise(file.path, holds, `dimensions: ${header.dimensions}`);
  }
  if (header.encoding !== encoding) {
    const { name } = header.encoding;
    throw madeOtherwise(file.path, `${name} vectors, not ${encoding.name}`, `encoding: '${name}'`);
  }
  // From here on every size that is read or allocated is known to lie within the file.
  const layout = vectorFileLayout(header);
  if (layout.bytes !== file.bytes) {
    throw indexCorrupt(file.path, `has ${file.bytes} bytes where its header tells of ${layout.bytes}`);
  }
  const whole = await file.read(0, layout.records);
  const trailer = await file.read(layout.checksums, layout.bytes - layout.checksums);
  const view = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength);
  const blockChecksums = trailer.subarray(0, -4);
  if (vectorFileChecksum(whole, blockChecksums) !== view.getUint32(blockChecksums.length, true)) {
    throw indexCorrupt(file.path, 'does not match its checksum');
  }
  const ids = decodeIdRanges(whole.subarray(fixedHeaderBytes));
  const { ids: named } = indexFile;
  if (ids.size !== header.count || ids.size !== named.size || subtractChunkSets(ids, named).size > 0) {
    throw indexCorrupt(file.path, 'holds other chunks than its manifest says');
  }
  return { header, layout, checksums: view };
}
