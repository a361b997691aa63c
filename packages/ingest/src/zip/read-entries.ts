import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ZipEntry } from './zip-archive.ts';
import { decodeZipName, displayZipName } from './zip-names.ts';

/** Entries read before other work has its turn. */
const batch = 2000;
const entrySignature = 0x02014b50;
const entryLength = 46;

/**
 * The entries of a ZIP archive's directory (PKWARE APPNOTE 4.3.12, 4.5) from the directory's bytes; `shift` is added to
 * their offsets. Reading ends where something else than an entry comes.
 */
export async function readEntries(bytes: Uint8Array, shift: number): Promise<ZipEntry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + entryLength <= view.byteLength && view.getUint32(at, true) === entrySignature; ) {
    const nameEnd = at + entryLength + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > view.byteLength) break;
    entries.push(readEntry(view, at, nameEnd, extraEnd, shift));
    at = extraEnd + view.getUint16(at + 32, true);
    if (entries.length % batch === 0) await nextTurn();
  }
  return entries;
}

function readEntry(view: DataView, at: number, nameEnd: number, extraEnd: number, shift: number): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const nameBytes = bytesOf(view, at + entryLength, nameEnd);
  const extra = readExtra(view, nameEnd, extraEnd, [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ]);
  const [size, compressedSize, offset] = extra.sizes;
  const raw = extra.name ?? decodeZipName(nameBytes, (flags & 0x800) !== 0);
  return {
    name: displayZipName(raw),
    size,
    compressedSize,
    isDirectory: /[/\\]$/.test(raw),
    isEncrypted: (flags & 1) === 1,
    modifiedAt: extra.modifiedAt ?? dosTime(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
    offset: offset + shift,
  };
}

interface ExtraFields {
  /** Unpacked size, packed size, offset. */
  readonly sizes: [size: number, compressedSize: number, offset: number];
  readonly name?: string | undefined;
  readonly modifiedAt?: number | undefined;
}

function readExtra(view: DataView, from: number, end: number, sizes: ExtraFields['sizes']): ExtraFields {
  let name: string | undefined;
  let modifiedAt: number | undefined;
  for (let at = from; at + 4 <= end; ) {
    const start = at + 4;
    const next = Math.min(end, start + view.getUint16(at + 2, true));
    const id = view.getUint16(at, true);
    if (id === 0x0001) {
      // ZIP64: values that do not fit stand here, in this order, each only if it is needed.
      let value = start;
      for (const index of [0, 1, 2] as const) {
        if (sizes[index] !== 0xffffffff || value + 8 > next) continue;
        sizes[index] = Number(view.getBigUint64(value, true));
        value += 8;
      }
    } else if (id === 0x7075 && next - start > 5 && view.getUint8(start) === 1) {
      // Info-ZIP's Unicode path.
      name = decodeZipName(bytesOf(view, start + 5, next), true);
    } else if (id === 0x5455 && next - start >= 5 && (view.getUint8(start) & 1) === 1) {
      modifiedAt = view.getInt32(start + 1, true) * 1000;
    }
    at = next;
  }
  return { sizes, name, modifiedAt };
}

/** MS-DOS knows no time zone; the reader's is what every ZIP program takes. */
function dosTime(date: number, time: number): number | undefined {
  const [day, month, year] = [date & 31, (date >> 5) & 15, 1980 + (date >> 9)];
  if (day === 0 || month === 0 || month > 12) return undefined;
  return new Date(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime();
}

function bytesOf(view: DataView, start: number, end: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + start, end - start);
}
