import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { ZipEntry } from './zip-directory.ts';

const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);

/**
 * Unpacks one member of a ZIP archive; never more bytes than the directory claims.
 *
 * @throws Error when it is damaged, encrypted, packed in an unknown way or larger than claimed
 */
export async function readZipEntry(bytes: Uint8Array, entry: ZipEntry): Promise<Uint8Array> {
  const { name, offset, compressedSize, method, size } = entry;
  if (entry.isEncrypted) throw new Error(`its part ${name} is encrypted`);
  if (offset + 30 > bytes.byteLength) throw new Error(`its part ${name} is missing`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const packed = bytes.subarray(start, start + compressedSize);
  if (packed.byteLength < compressedSize) throw new Error(`its part ${name} is cut off`);
  if (method === 0) return packed;
  if (method !== 8) throw new Error(`its part ${name} is packed by method ${method}`);
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, size) });
  } catch (cause) {
    const lies = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Error(`its part ${name} is ${lies ? 'larger than it claims' : 'damaged'}`, { cause });
  }
}
