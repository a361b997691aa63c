import { strToU8, type Zippable, zipSync } from 'fflate';

/** A zip archive of files, the same bytes for the same files. */
export function zipFiles(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    entries[name] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(entries, { mtime: Date.UTC(1980, 0, 1, 12), level: 6 });
}
