/** A member of a ZIP archive, as the archive's directory describes it. */
export interface ZipEntry {
  readonly name: string;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Bytes in the archive. */
  readonly compressedSize: number;
  /** Bytes after unpacking, as the directory claims. */
  readonly size: number;
  /** Where its local header begins. */
  readonly offset: number;
  /** Where the directory holds its name, from the first byte to the one after the last. */
  readonly nameRange: readonly [start: number, end: number];
}

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const end64LocatorSignature = 0x07064b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const longestComment = 0xffff;

/**
 * Reads the directory at the end of a ZIP archive (PKWARE APPNOTE 4.3) without unpacking anything.
 *
 * @throws Error when there is none or it is damaged
 */
export function readZipDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let { count, offset } = findDirectory(view);
  const entries: ZipEntry[] = [];
  for (; count > 0; count--) {
    if (offset + 46 > view.byteLength || view.getUint32(offset, true) !== entrySignature)
      throw new Error('its directory is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) => view.getUint16(offset + at, true)) as [
      number,
      number,
      number,
    ];
    const nameStart = offset + 46;
    const next = nameStart + nameLength + extraLength + commentLength;
    if (next > view.byteLength) throw new Error('its directory is cut off');
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(nameStart, nameStart + nameLength)),
      nameRange: [nameStart, nameStart + nameLength],
      method: view.getUint16(offset + 10, true),
      isEncrypted: (view.getUint16(offset + 8, true) & 1) === 1,
      ...readSizes(view, offset, nameStart + nameLength, extraLength),
    });
    offset = next;
  }
  return entries;
}

function findDirectory(view: DataView): { count: number; offset: number } {
  const lowest = Math.max(0, view.byteLength - endLength - longestComment);
  for (let at = view.byteLength - endLength; at >= lowest; at--) {
    if (view.getUint32(at, true) !== endSignature) continue;
    const count = view.getUint16(at + 10, true);
    const offset = view.getUint32(at + 16, true);
    const locator = at - 20;
    if (locator < 0 || view.getUint32(locator, true) !== end64LocatorSignature) return { count, offset };
    const end64 = Number(view.getBigUint64(locator + 8, true));
    if (end64 + 56 > view.byteLength || view.getUint32(end64, true) !== end64Signature)
      throw new Error('its ZIP64 directory is damaged');
    return { count: Number(view.getBigUint64(end64 + 32, true)), offset: Number(view.getBigUint64(end64 + 48, true)) };
  }
  throw new Error('the directory at its end is missing, so it is cut off or no ZIP archive');
}

function readSizes(
  view: DataView,
  at: number,
  extraStart: number,
  extraLength: number,
): Pick<ZipEntry, 'size' | 'compressedSize' | 'offset'> {
  const values = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  // Values that do not fit stand in the ZIP64 extra field, in this order, each only if it is needed.
  for (let extra = extraStart; extra + 4 <= extraStart + extraLength; ) {
    const length = view.getUint16(extra + 2, true);
    if (view.getUint16(extra, true) === 1) {
      let from = extra + 4;
      for (const [index, value] of values.entries()) {
        if (value !== 0xffffffff || from + 8 > extra + 4 + length || from + 8 > view.byteLength) continue;
        values[index] = Number(view.getBigUint64(from, true));
        from += 8;
      }
    }
    extra += 4 + length;
  }
  const [size = 0, compressedSize = 0, offset = 0] = values;
  return { size, compressedSize, offset };
}
