import type { ByteReader } from './byte-reader.ts';
import { zipError } from './zip-error.ts';

const entrySignature = 0x02014b50;
const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const end64LocatorSignature = 0x07064b50;
const endLength = 22;
const longestComment = 0xffff;

/** Where the directory of a ZIP archive lies. */
export interface DirectoryPlace {
  readonly start: number;
  readonly end: number;
  /** How many entries it claims. */
  readonly count: number;
  /** What stands before the archive, such as a program that unpacks it, and is to be added to all its offsets. */
  readonly shift: number;
}

/**
 * Finds the directory at the end of a ZIP archive (PKWARE APPNOTE 4.3.14 to 4.3.16).
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` when there is none
 */
export async function findDirectory(
  reader: ByteReader,
  uri: string,
  signal: AbortSignal | undefined,
): Promise<DirectoryPlace> {
  const tailStart = Math.max(0, reader.size - endLength - longestComment - 20);
  const tail = viewOf(await reader.read(tailStart, reader.size, signal));
  for (let at = tail.byteLength - endLength; at >= 0; at--) {
    if (tail.getUint32(at, true) !== endSignature) continue;
    const end = tailStart + at;
    const locator = at - 20;
    if (locator >= 0 && tail.getUint32(locator, true) === end64LocatorSignature) {
      const zip64 = await readEnd64(reader, Number(tail.getBigUint64(locator + 8, true)), tailStart + locator, signal);
      if (zip64 !== undefined) return zip64;
    }
    const [count, length, start] = [
      tail.getUint16(at + 10, true),
      tail.getUint32(at + 12, true),
      tail.getUint32(at + 16, true),
    ];
    const place = await placeOf(reader, { count, length, start, end }, signal);
    if (place !== undefined) return place;
  }
  throw zipError(
    'CUBO_FORMAT_INVALID',
    uri,
    'lacks the directory at its end: it is cut off, damaged or no ZIP archive',
  );
}

async function readEnd64(
  reader: ByteReader,
  claimed: number,
  locator: number,
  signal: AbortSignal | undefined,
): Promise<DirectoryPlace | undefined> {
  // Right before its locator where something stands before the archive.
  for (const at of [claimed, locator - 56]) {
    if (at < 0 || at + 56 > locator) continue;
    const view = viewOf(await reader.read(at, at + 56, signal));
    if (view.getUint32(0, true) !== end64Signature) continue;
    const [count, length, start] = [32, 40, 48].map((field) => Number(view.getBigUint64(field, true))) as [
      number,
      number,
      number,
    ];
    return placeOf(reader, { count, length, start, end: at }, signal);
  }
  return undefined;
}

/** What an end record claims: entries, bytes and offset of the directory; `end` is where the record itself lies. */
interface Claim {
  readonly count: number;
  readonly length: number;
  readonly start: number;
  readonly end: number;
}

async function placeOf(
  reader: ByteReader,
  { count, length, start, end }: Claim,
  signal: AbortSignal | undefined,
): Promise<DirectoryPlace | undefined> {
  if (count === 0 && length === 0) return { start: end, end, count, shift: 0 };
  // The claimed start first; else it is off by what stands before the archive, and the directory ends at its end record.
  for (const at of [start, end - length]) {
    if (at < start || at + 4 > end) continue;
    const signature = viewOf(await reader.read(at, at + 4, signal)).getUint32(0, true);
    if (signature === entrySignature) return { start: at, end, count, shift: at - start };
  }
  return undefined;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
