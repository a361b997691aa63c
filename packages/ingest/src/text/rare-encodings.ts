const fewestThai = 8;
const fewestMac = 4;
/** Consonants, vowels and tones that make up most of a Thai text. */
const frequentThai: ReadonlySet<number> = new Set(
  Array.from(Buffer.from('d2b9c3cda1e0a7c1c2c5c7b4b7cab5d0d1e8e9d4d5bae1d7', 'hex')),
);

/**
 * Recognises Thai in TIS-620 or windows-874, which letter statistics take for Chinese: vowels and tones that are written
 * above or below a letter stand behind one, and some two dozen signs make up most of a text.
 */
export function thaiEncoding(bytes: Uint8Array): string | undefined {
  let letters = 0;
  let misplaced = 0;
  let frequent = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    const isSign = byte === 0xd1 || (byte >= 0xd4 && byte <= 0xda) || (byte >= 0xe7 && byte <= 0xee);
    const isThai = byte >= 0xa1 && byte <= 0xfb && !(byte >= 0xdb && byte <= 0xde);
    const before = bytes[at - 1] ?? 0;
    const isAfterLetter = (before >= 0xa1 && before <= 0xda) || (before >= 0xe7 && before <= 0xee);
    if (!isThai || (isSign && at > 0 && !isAfterLetter)) misplaced++;
    if (frequentThai.has(byte)) frequent++;
    letters++;
  }
  const isThai = misplaced <= letters * 0.02 && frequent > letters * 0.6;
  return letters >= fewestThai && isThai ? 'windows-874' : undefined;
}

/**
 * Recognises Mac OS Roman: within words most bytes beyond ASCII are below 0xA0, where windows-1252 has dashes and quotation
 * marks.
 */
export function macRomanEncoding(bytes: Uint8Array): string | undefined {
  let within = 0;
  let low = 0;
  let beyondAscii = 0;
  for (let at = 1; at + 1 < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x80) beyondAscii++;
    // An apostrophe of windows-1252 stands within words too.
    if (byte < 0x80 || byte === 0x92 || !isAsciiLetter(bytes[at - 1]) || !isAsciiLetter(bytes[at + 1])) continue;
    within++;
    if (byte < 0xa0) low++;
  }
  // In an encoding of two bytes for a character more bytes are beyond ASCII.
  const isLatin = beyondAscii < bytes.length / 4;
  return isLatin && within >= fewestMac && low > within * 0.6 ? 'macintosh' : undefined;
}

function isAsciiLetter(byte = 0): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
