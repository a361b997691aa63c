import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** Files of a library in which a text stands, in their bytes or in the rows of their Parquet pages. */
export async function filesWith(library: string, markers: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(library)) {
    const path = join(entry.parentPath, entry.name);
    for (const marker of markers) if (path.includes(marker)) found.push(`${path} (name): ${marker}`);
    if (!entry.isFile()) continue;
    const bytes = await unlessGone(readFile(path));
    if (bytes === undefined) continue;
    // Indexes and models keep words folded, and cut to their stems.
    let text = bytes.toString('latin1').toLowerCase();
    if (path.endsWith('.parquet')) text += pages(bytes).toLowerCase();
    for (const marker of markers) if (text.includes(marker)) found.push(`${path}: ${marker}`);
  }
  return found;
}

/** What a folder holds, looked at anew where a folder in it is removed meanwhile by a library at work. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  for (;;) {
    const entries = await unlessGone(readdir(folder, { recursive: true, withFileTypes: true }));
    if (entries !== undefined) return entries;
    await access(folder);
  }
}

/** `undefined` where what is read is not there any more. */
async function unlessGone<Read>(reading: Promise<Read>): Promise<Read | undefined> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** The texts of all gzip pages of a Parquet file. */
function pages(bytes: Buffer): string {
  let text = '';
  for (let at = bytes.indexOf(gzipStart); at >= 0; at = bytes.indexOf(gzipStart, at + 1)) {
    try {
      text += inflateRawSync(bytes.subarray(at + gzipHeaderBytes)).toString('latin1');
    } catch {
      // These three bytes may stand anywhere.
    }
  }
  return text;
}

const gzipStart = Buffer.from([0x1f, 0x8b, 8]);
const gzipHeaderBytes = 10;

/** A word that stands nowhere else, and that has no ending that a stemmer would take for one. */
export const marker = (): string => `q${randomBytes(6).toString('hex')}7`;
