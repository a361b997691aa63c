import { crc32 } from 'node:zlib';
import { pageBytes } from './checked-writer.ts';
import { type SegmentTrailer, segmentMagic, trailerBytes } from './segment-format.ts';

/** The bytes of a trailer. */
export function encodeTrailer(trailer: SegmentTrailer): Uint8Array {
  const bytes = new Uint8Array(trailerBytes);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, trailer.index, true);
  view.setFloat64(8, trailer.documents, true);
  view.setFloat64(16, trailer.checksums, true);
  view.setUint32(24, trailer.checksumsCrc, true);
  bytes.set(segmentMagic, 28);
  view.setUint32(36, crc32(bytes.subarray(0, 36)), true);
  return bytes;
}

/** Reads a trailer; `fail` makes the error for one that cannot be right. */
export function decodeTrailer(bytes: Uint8Array, fileBytes: number, fail: (reason: string) => Error): SegmentTrailer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!segmentMagic.every((byte, index) => bytes[28 + index] === byte))
    throw fail('is not a segment of a lexical index');
  if (view.getUint32(36, true) !== crc32(bytes.subarray(0, 36)))
    throw fail('does not match the checksum of its trailer');
  const trailer: SegmentTrailer = {
    index: view.getFloat64(0, true),
    documents: view.getFloat64(8, true),
    checksums: view.getFloat64(16, true),
    checksumsCrc: view.getUint32(24, true),
  };
  const { index, documents, checksums } = trailer;
  const whole = [index, documents, checksums].every(Number.isSafeInteger);
  const inOrder = whole && segmentMagic.length <= index && index <= documents && documents <= checksums;
  const pages = Math.ceil(checksums / pageBytes);
  if (!inOrder || checksums + pages * 4 + trailerBytes !== fileBytes) throw fail('has parts of impossible size');
  return trailer;
}
