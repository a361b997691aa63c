import { crc32 } from 'node:zlib';
import { type ChunkSet, chunkSetFromRanges } from '@cubo/contracts';
import { encodingByCode, type RecordEncoding } from './record-encoding.ts';

const magic = 'CUBOVEC\0';
const version = 1;

/** Bytes before the id ranges. */
export const fixedHeaderBytes = 32;
const rangeBytes = 16;

/**
 * What stands at the beginning of a vector file; all numbers are little-endian. `docs/index-tiered.md` shows it byte by
 * byte.
 */
export interface VectorFileHeader {
  readonly encoding: RecordEncoding;
  readonly dimensions: number;
  /** The chunks whose vectors it holds, in this order. */
  readonly ids: ChunkSet;
  /** Vectors in each block but the last, which may have fewer. */
  readonly vectorsPerBlock: number;
}

/** Where the parts of a vector file lie, in bytes from its beginning. */
export interface VectorFileLayout {
  /** Id ranges lie from {@link fixedHeaderBytes} to here; records begin here. */
  readonly records: number;
  /** A CRC-32 for each block begins here; one of header and block checksums follows. */
  readonly checksums: number;
  readonly blocks: number;
  /** Size of the file. */
  readonly bytes: number;
}

/** The numbers of the fixed part of a header. */
export interface FixedHeader {
  readonly encoding: RecordEncoding;
  readonly dimensions: number;
  readonly count: number;
  readonly ranges: number;
  readonly vectorsPerBlock: number;
}

/** Computes where the parts of a file lie. */
export function vectorFileLayout(header: FixedHeader): VectorFileLayout {
  const { encoding, dimensions, count, ranges, vectorsPerBlock } = header;
  const records = fixedHeaderBytes + ranges * rangeBytes;
  const checksums = records + count * encoding.bytes(dimensions);
  const blocks = Math.ceil(count / vectorsPerBlock);
  return { records, checksums, blocks, bytes: checksums + 4 * blocks + 4 };
}

/** The bytes of a header, id ranges included. */
export function encodeVectorFileHeader({ encoding, dimensions, ids, vectorsPerBlock }: VectorFileHeader): Uint8Array {
  const bytes = new Uint8Array(fixedHeaderBytes + ids.starts.length * rangeBytes);
  const view = new DataView(bytes.buffer);
  new TextEncoder().encodeInto(magic, bytes);
  for (const [index, value] of [
    version,
    encoding.code,
    dimensions,
    ids.size,
    ids.starts.length,
    vectorsPerBlock,
  ].entries()) {
    view.setUint32(8 + index * 4, value, true);
  }
  for (const [index, start] of ids.starts.entries()) {
    const offset = fixedHeaderBytes + index * rangeBytes;
    view.setBigUint64(offset, BigInt(start), true);
    view.setBigUint64(offset + 8, BigInt(ids.ends[index] as number), true);
  }
  return bytes;
}

/** Reads the fixed part of a header; a string is the reason why it cannot be one, to continue "The index file …". */
export function decodeFixedHeader(bytes: Uint8Array): FixedHeader | string {
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== magic) return 'is not a vector file';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (index: number) => view.getUint32(8 + index * 4, true);
  if (number(0) !== version) return `has version ${number(0)} of the vector format, not ${version}`;
  const encoding = encodingByCode(number(1));
  if (encoding === undefined) return `has the unknown vector encoding ${number(1)}`;
  const header = { encoding, dimensions: number(2), count: number(3), ranges: number(4), vectorsPerBlock: number(5) };
  if (header.vectorsPerBlock === 0 || header.ranges > header.count) return 'has a header that contradicts itself';
  return header;
}

/** Reads id ranges. They are those of the writer if the checksum is right, so their order is not checked again. */
export function decodeIdRanges(bytes: Uint8Array): ChunkSet {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ranges: [number, number][] = [];
  for (let offset = 0; offset < bytes.length; offset += rangeBytes) {
    ranges.push([Number(view.getBigUint64(offset, true)), Number(view.getBigUint64(offset + 8, true))]);
  }
  return chunkSetFromRanges(ranges);
}

/** The checksum that ends a file: of its header, and of the checksums of its blocks. */
export function vectorFileChecksum(header: Uint8Array, blockChecksums: Uint8Array): number {
  return crc32(blockChecksums, crc32(header));
}
