import { CuboError } from '@cubo/contracts';
import { dosCodePage, dosCodePages } from './dos-code-pages.ts';
import { hzDecoder, iso2022KrDecoder, utf7Decoder } from './seven-bit-decoders.ts';

/** Turns the bytes of one text, handed over piece by piece, into characters. */
export interface TextPieceDecoder {
  decode(bytes: Uint8Array): string;
  /** The characters still held back at the end; an unfinished one becomes U+FFFD. */
  finish(): string;
}

/** Encodings beside those of the Encoding Standard. */
const own: Readonly<Record<string, () => TextPieceDecoder>> = {
  'utf-32le': () => utf32Decoder(true),
  'utf-32be': () => utf32Decoder(false),
  'utf-7': utf7Decoder,
  'hz-gb-2312': hzDecoder,
  'iso-2022-kr': iso2022KrDecoder,
};
const ownAliases: Readonly<Record<string, string>> = {
  hz: 'hz-gb-2312',
  csiso2022kr: 'iso-2022-kr',
  'unicode-1-1-utf-7': 'utf-7',
  'x-unicode-2-0-utf-7': 'utf-7',
  utf7: 'utf-7',
};

/**
 * A decoder for an encoding: any label of the Encoding Standard (https://encoding.spec.whatwg.org), `utf-32le`, `utf-32be`,
 * `utf-7`, `hz-gb-2312`, `iso-2022-kr`, or one of the code pages 437, 850 and 852 of DOS. A byte order mark is taken away;
 * bytes that mean nothing become U+FFFD.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for an unknown label
 */
export function createPieceDecoder(encoding: string): TextPieceDecoder {
  const label = encodingLabel(encoding);
  if (label === undefined) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The text encoding ${JSON.stringify(encoding)} is unknown.`,
      remedy: 'Use a label of the Encoding Standard, such as utf-8 or windows-1252.',
    });
  }
  const create = own[label];
  if (create) return create();
  const page = dosCodePage(label);
  if (page) return tableDecoder(dosCodePages[page]);
  if (label === 'windows-1252') return windows1252Decoder();
  const decoder = new TextDecoder(label);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), finish: () => decoder.decode() };
}

/** The usual label of an encoding that {@link createPieceDecoder} knows by whichever name; `undefined` for others. */
export function encodingLabel(name: string): string | undefined {
  const plain = name.trim().toLowerCase();
  if (isOwnEncoding(plain)) return dosCodePage(plain) ?? ownAliases[plain] ?? plain;
  try {
    return new TextDecoder(plain).encoding;
  } catch {
    return undefined;
  }
}

/** Whether an encoding is one that the Encoding Standard does not have. */
export function isOwnEncoding(name: string): boolean {
  const plain = name.trim().toLowerCase();
  return Object.hasOwn(own, plain) || Object.hasOwn(ownAliases, plain) || dosCodePage(plain) !== undefined;
}

function tableDecoder(upperHalf: string): TextPieceDecoder {
  return {
    decode: (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        .toString('latin1')
        .replace(/[\u0080-\u00ff]/g, (character) => upperHalf[character.charCodeAt(0) - 0x80] ?? character),
    finish: () => '',
  };
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
