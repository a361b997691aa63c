import { CuboError } from '@cubo/contracts';

/** Turns the bytes of one text, handed over piece by piece, into characters. */
export interface TextPieceDecoder {
  decode(bytes: Uint8Array): string;
  /** The characters still held back at the end; an unfinished one becomes U+FFFD. */
  finish(): string;
}

/**
 * A decoder for an encoding: any label of the Encoding Standard (https://encoding.spec.whatwg.org), `utf-32le` or
 * `utf-32be`. A byte order mark is taken away; bytes that mean nothing become U+FFFD.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for an unknown label
 */
export function createPieceDecoder(encoding: string): TextPieceDecoder {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return utf32Decoder(encoding === 'utf-32le');
  if (!isKnownEncoding(encoding)) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The text encoding ${JSON.stringify(encoding)} is unknown.`,
      remedy: 'Use a label of the Encoding Standard, such as utf-8 or windows-1252.',
    });
  }
  const decoder = new TextDecoder(encoding);
  if (decoder.encoding === 'windows-1252') return windows1252Decoder();
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), finish: () => decoder.decode() };
}

/** Whether {@link createPieceDecoder} has a decoder for the label. */
export function isKnownEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return label === 'utf-32le' || label === 'utf-32be';
  }
}

const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

// Node.js 22 takes it for ISO-8859-1, which has control characters where windows-1252 has quotation marks and the euro
// sign.
function windows1252Decoder(): TextPieceDecoder {
  return {
    decode: (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        .toString('latin1')
        .replace(/[\u0080-\u009f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character),
    finish: () => '',
  };
}

// UTF-32 is not part of the Encoding Standard, but some programs write it.
function utf32Decoder(littleEndian: boolean): TextPieceDecoder {
  let rest = new Uint8Array(0);
  let atStart = true;
  return {
    decode(bytes) {
      const all = new Uint8Array(rest.byteLength + bytes.byteLength);
      all.set(rest);
      all.set(bytes, rest.byteLength);
      const whole = all.byteLength - (all.byteLength % 4);
      const view = new DataView(all.buffer, 0, whole);
      let text = '';
      for (let offset = 0; offset < whole; offset += 4) {
        const point = view.getUint32(offset, littleEndian);
        const valid = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
        if (!(atStart && point === 0xfeff)) text += valid ? String.fromCodePoint(point) : '\ufffd';
        atStart = false;
      }
      rest = all.slice(whole);
      return text;
    },
    finish() {
      const text = rest.byteLength > 0 ? '\ufffd' : '';
      rest = new Uint8Array(0);
      return text;
    },
  };
}
