/** Characters that are looked at. */
const sampleUnits = 8192;
/** The share of characters that may be none that texts use. */
const mostBad = 0.01;

/**
 * Recognises UTF-16 and UTF-32 without a byte order mark in bytes that are no text in an encoding of single bytes: read in
 * the right order nearly everything is a letter, a digit, a sign or a space. `undefined` where neither order gives that.
 */
export function unmarkedUnicode(bytes: Uint8Array): string | undefined {
  return unmarkedUtf32(bytes) ?? unmarkedUtf16(bytes);
}

/** In UTF-32 one byte of four is always zero, and another one nearly always. */
function unmarkedUtf32(bytes: Uint8Array): string | undefined {
  const units = Math.min(sampleUnits, Math.floor(bytes.byteLength / 4));
  if (units < 2) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 4 * units);
  for (const littleEndian of [true, false]) {
    let text = '';
    for (let unit = 0; unit < units; unit++) {
      const point = view.getUint32(4 * unit, littleEndian);
      text += point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : '\ufffd';
    }
    if (isReadable(text)) return littleEndian ? 'utf-32le' : 'utf-32be';
  }
  return undefined;
}

function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const units = Math.min(sampleUnits, Math.floor(bytes.byteLength / 2));
  if (units < 4) return undefined;
  const readable = ['utf-16le', 'utf-16be'].flatMap((label) => {
    // The last unit may be half of a pair.
    const text = new TextDecoder(label).decode(bytes.subarray(0, 2 * units)).replace(/\ufffd$/, '');
    return isReadable(text) ? [{ label, spaces: text.match(/[ \r\n、。，．：！？]/g)?.length ?? 0 }] : [];
  });
  // In the wrong order Chinese characters are others; spaces, line ends and full stops are not.
  return readable.sort((a, b) => b.spaces - a.spaces).find(({ spaces }) => spaces > 0)?.label;
}

function isReadable(text: string): boolean {
  const all = [...text];
  const bad = all.filter((character) =>
    /[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t\n\r\f\u200b-\u200f\ufeff]|\ufffd/u.test(character),
  );
  return all.length > 0 && bad.length <= all.length * mostBad;
}
