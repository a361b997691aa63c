import { dosCodePages } from '../text/dos-code-pages.ts';

/** The encoding of names in ZIP archives that do not say otherwise, from byte 128 on. */
const codePage437 = dosCodePages.ibm437;

const tolerant = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
/** Names in which nothing needs to be changed, as nearly all are. */
const plain = /^(?:[\w -][\w .-]*)(?:\/[\w -][\w .-]*)*$/;

/**
 * The name in bytes as text: UTF-8 where the archive says so, and where the bytes are valid UTF-8 beyond ASCII, which
 * names in other encodings hardly ever are; else code page 437.
 */
export function decodeZipName(bytes: Uint8Array, isUtf8: boolean): string {
  if (isUtf8) return tolerant.decode(bytes);
  try {
    return strict.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : codePage437[byte - 128])).join('');
  }
}

/** A name for people: folders divided by `/`, without control characters and what would lead out of the archive. */
export function displayZipName(name: string): string {
  if (plain.test(name)) return name;
  return (
    name
      .replaceAll('\\', '/')
      // Marks that turn the direction of writing would make `gpj.exe` look like `exe.jpg`.
      .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
      .split('/')
      .filter((part) => part !== '' && part !== '.' && part !== '..')
      .join('/')
      .toWellFormed()
  );
}

/** What two names have in common that are the same but for case and a leading slash. */
export function zipNameKey(name: string): string {
  return displayZipName(name).toLowerCase();
}
