import type { ZipEntry } from './zip-directory.ts';

const slash = 0x2f;

/**
 * A copy of a ZIP archive in which no reader finds some members: their names, in the directory and in their own
 * headers, become those of folders, which have no content. A field for Unicode names does not count any more, for it
 * carries a checksum of the name. Look into the copy, not into the original, afterwards: in a forged archive names lie
 * where another member has its content.
 *
 * @throws Error when a member is missing, or its two names differ in length
 */
export function hideZipEntries(bytes: Uint8Array, entries: readonly ZipEntry[]): Uint8Array {
  if (entries.length === 0) return bytes;
  const copy = Uint8Array.from(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { name, nameRange, offset } of entries) {
    const [start, end] = nameRange;
    const header = offset + 30;
    if (header + end - start > bytes.byteLength) throw new Error(`its part ${name} is missing`);
    if (view.getUint16(offset + 26, true) !== end - start) throw new Error(`its part ${name} has two names`);
    copy.fill(slash, start, end);
    copy.fill(slash, header, header + end - start);
  }
  return copy;
}
