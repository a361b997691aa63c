import { crc32 } from 'node:zlib';
import type { InvertedFileTrailer } from './inverted-file.ts';

const magic = 'CUBOIVF\0';
const version = 1;
const fixedBytes = 28;
/** Size and checksum, at the very end. */
const endBytes = 8;

/**
 * The bytes that Cubo writes behind FAISS's data, all numbers little-endian:
 *
 * | offset | bytes | what |
 * |---|---|---|
 * | 0 | 8 | `CUBOIVF\0` |
 * | 8 | 4 | version: 1 |
 * | 12 | 4 | lists: `n` |
 * | 16 | 8 | bytes of the file before its first list |
 * | 24 | 4 | CRC-32 of those bytes |
 * | 28 | 4 · n | CRC-32 of each list: its codes, then its ids |
 * | 28 + 4n | 4 | bytes of the description: `j` |
 * | 32 + 4n | j | the description, a JSON object in UTF-8 |
 * | 32 + 4n + j | 4 | bytes of the trailer: 40 + 4n + j |
 * | 36 + 4n + j | 4 | CRC-32 of all bytes of the trailer before this one |
 */
export function encodeTrailer(trailer: InvertedFileTrailer): Uint8Array {
  const { headerBytes, headerChecksum, listChecksums } = trailer;
  const description = new TextEncoder().encode(JSON.stringify(trailer.description));
  const descriptionAt = fixedBytes + 4 * listChecksums.length + 4;
  const bytes = new Uint8Array(descriptionAt + description.length + endBytes);
  const view = new DataView(bytes.buffer);
  new TextEncoder().encodeInto(magic, bytes);
  view.setUint32(8, version, true);
  view.setUint32(12, listChecksums.length, true);
  view.setBigUint64(16, BigInt(headerBytes), true);
  view.setUint32(24, headerChecksum, true);
  for (const [list, checksum] of listChecksums.entries()) view.setUint32(fixedBytes + 4 * list, checksum, true);
  view.setUint32(descriptionAt - 4, description.length, true);
  bytes.set(description, descriptionAt);
  view.setUint32(bytes.length - 8, bytes.length, true);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
  return bytes;
}

/** Reads a trailer; a string is the reason why it cannot be one, to continue "The index file …". */
export function decodeTrailer(bytes: Uint8Array, lists: number): InvertedFileTrailer | string {
  const noTrailer = `has ${bytes.length} bytes behind its lists that are no trailer`;
  const descriptionAt = fixedBytes + 4 * lists + 4;
  if (bytes.length < descriptionAt + endBytes) return noTrailer;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 8)) !== magic) return noTrailer;
  if (view.getUint32(bytes.length - 8, true) !== bytes.length) return noTrailer;
  if (view.getUint32(bytes.length - 4, true) !== crc32(bytes.subarray(0, -4))) {
    return 'does not match its checksum in its trailer';
  }
  if (view.getUint32(8, true) !== version) {
    return `has version ${view.getUint32(8, true)} of the trailer of an inverted file, not ${version}`;
  }
  if (
    view.getUint32(12, true) !== lists ||
    view.getUint32(descriptionAt - 4, true) !== bytes.length - descriptionAt - endBytes
  ) {
    return 'has a trailer that contradicts it';
  }
  const description = decodeDescription(bytes.subarray(descriptionAt, -endBytes));
  if (description === undefined) return 'has a trailer whose description is not a JSON object';
  return {
    headerBytes: Number(view.getBigUint64(16, true)),
    headerChecksum: view.getUint32(24, true),
    listChecksums: Uint32Array.from({ length: lists }, (_, list) => view.getUint32(fixedBytes + 4 * list, true)),
    description,
  };
}

function decodeDescription(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
