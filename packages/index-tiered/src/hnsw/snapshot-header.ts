import { crc32 } from 'node:zlib';
import type { GraphParameters } from './graph-state.ts';
import { largestEfConstruction, largestM } from './parameter-limits.ts';

const magic = 'CUBOHNS\0';
const version = 1;

/** Bytes of a header. */
export const snapshotHeaderBytes = 48;
/** Bytes of an id, of any other number behind the header, and of the checksum at the end. */
export const idBytes = 8;
export const numberBytes = 4;

/**
 * What stands at the beginning of a snapshot. All numbers are little-endian:
 *
 * | bytes | what |
 * |---|---|
 * | 8 | `CUBOHNS\0` |
 * | 4 × 5 | version, 1; dimensions; m; efConstruction; seed |
 * | 4 × 2 | number of ids; number of vertices |
 * | 8 | number of links |
 * | 4 | CRC-32 of the bytes so far |
 *
 * What follows: the ids in the order of their insertion (8 bytes each); for each the number of its vertex, or 2³² − 1
 * (4); the link lists (4 for their length and for each link): those of level 0 by vertex, then for each vertex those of
 * level 1 up to its own, which seed and number tell; the CRC-32 of all bytes before (4). Vertices are numbered in the
 * order of their first ids. The entry point is the first vertex of the highest level.
 */
export interface SnapshotHeader {
  readonly parameters: GraphParameters;
  readonly ids: number;
  readonly vertices: number;
  readonly links: number;
}

/** The bytes of a header. */
export function encodeSnapshotHeader({ parameters, ids, vertices, links }: SnapshotHeader): Uint8Array {
  const bytes = new Uint8Array(snapshotHeaderBytes);
  new TextEncoder().encodeInto(magic, bytes);
  const view = new DataView(bytes.buffer);
  const { dimensions, m, efConstruction, seed } = parameters;
  for (const [index, value] of [version, dimensions, m, efConstruction, seed, ids, vertices].entries()) {
    view.setUint32(8 + 4 * index, value, true);
  }
  view.setBigUint64(36, BigInt(links), true);
  view.setUint32(44, crc32(bytes.subarray(0, 44)), true);
  return bytes;
}

/** Reads a header; a string is the reason why it cannot be one, to continue "The index file …". */
export function decodeSnapshotHeader(bytes: Uint8Array): SnapshotHeader | string {
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== magic) return 'is not a snapshot of a graph';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = (index: number) => view.getUint32(8 + 4 * index, true);
  if (number(0) !== version) return `has version ${number(0)} of the graph format, not ${version}`;
  if (view.getUint32(44, true) !== crc32(bytes.subarray(0, 44))) return 'does not match the checksum of its header';
  const parameters = { dimensions: number(1), m: number(2), efConstruction: number(3), seed: number(4) };
  const header = { parameters, ids: number(5), vertices: number(6), links: Number(view.getBigUint64(36, true)) };
  const { m, efConstruction } = parameters;
  const isPossible =
    m >= 2 &&
    m <= largestM &&
    efConstruction >= 1 &&
    efConstruction <= largestEfConstruction &&
    header.vertices <= header.ids;
  return isPossible ? header : 'has a header that contradicts itself';
}
