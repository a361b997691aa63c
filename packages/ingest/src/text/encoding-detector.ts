import { escapedEncoding } from './escaped-encoding.ts';
import { guessEncoding } from './guess/guess-encoding.ts';
import { encodingLabel } from './text-encoding.ts';
import { unmarkedUnicode } from './unmarked-unicode.ts';
import { createUtf8Tally } from './utf8-tally.ts';

/** Bytes that are looked at for marks, NULs and, beyond UTF-8, letter statistics. */
const sampleSize = 64 * 1024;
/** So many whole sequences of UTF-8 for each other byte are no accident: the text is UTF-8, damaged in places. */
const prevailing = 3;
/** The encoding of a text. */
export interface DetectedEncoding {
  /** See `createPieceDecoder`. */
  readonly label: string;
  /** Bytes that mean nothing in UTF-8, where the text is UTF-8 otherwise; else 0. */
  readonly invalidBytes: number;
  /** Offset of the first of those. */
  readonly firstInvalid: number;
}

/** Finds the encoding of a text from all its bytes, handed over piece by piece. */
export interface EncodingDetector {
  push(bytes: Uint8Array): void;
  /**
   * The encoding, or `undefined` when the bytes are no text.
   *
   * @param declared an encoding the text itself names (`<meta charset>`); believed unless the bytes contradict it
   */
  finish(declared?: string | undefined): DetectedEncoding | undefined;
}

/**
 * Detection goes from the certain to the likely: a byte order mark; NULs in every other byte (UTF-16 without a mark); the
 * escape sequences of ISO-2022-JP, ISO-2022-KR and HZ; NULs or control characters elsewhere (no text); UTF-8, where whole
 * sequences far outnumber other bytes; what the text declares; the likeliest reading (`guessEncoding`), which is
 * windows-1252 unless another is clearly likelier: few letters of a rarer encoding are read as that.
 */
export function createEncodingDetector(): EncodingDetector {
  const utf8 = createUtf8Tally();
  let beyondAscii = false;
  const head = createSample();
  const beyond = createSample();
  return {
    push(bytes) {
      head.add(bytes, 0);
      const first = asciiLength(bytes);
      if (first < bytes.length) {
        beyondAscii = true;
        beyond.add(bytes, Math.max(0, first - 256));
      }
      utf8.push(bytes);
    },
    finish(declared) {
      const { sequences, invalidBytes, firstInvalid } = utf8.finish();
      const detected = (label: string): DetectedEncoding =>
        label === 'utf-8' ? { label, invalidBytes, firstInvalid } : { label, invalidBytes: 0, firstInvalid: 0 };
      const start = head.bytes();
      const certain =
        markedEncoding(start) ?? unmarkedUtf16(start) ?? (beyondAscii ? undefined : escapedEncoding(start));
      if (certain !== undefined) return detected(certain);
      if (looksBinary(start)) {
        const unmarked = unmarkedUnicode(start);
        return unmarked === undefined ? undefined : detected(unmarked);
      }
      const known = declared === undefined ? undefined : encodingLabel(declared);
      if (beyondAscii ? sequences >= prevailing * invalidBytes : known === undefined) return detected('utf-8');
      // The text cannot be in the UTF-8 or UTF-16 that it names: these would have been recognised.
      if (known === undefined || (beyondAscii && known.startsWith('utf-')))
        return detected(guessEncoding(beyond.bytes()));
      return detected(known.startsWith('utf-') ? 'utf-8' : known);
    },
  };
}

/** How many bytes at the beginning are ASCII. A plain loop: `findIndex` takes many times as long. */
function asciiLength(bytes: Uint8Array): number {
  let length = 0;
  while (length < bytes.length && (bytes[length] as number) < 0x80) length++;
  return length;
}

function createSample(): { add(bytes: Uint8Array, from: number): void; bytes(): Uint8Array } {
  const sample = new Uint8Array(sampleSize);
  let length = 0;
  return {
    add(bytes, from) {
      if (length === sampleSize) return;
      const fitting = bytes.subarray(from, from + sampleSize - length);
      sample.set(fitting, length);
      length += fitting.byteLength;
    },
    bytes: () => sample.subarray(0, length),
  };
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && bytes.byteLength % 4 === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  return undefined;
}

/** Text of European languages in UTF-16 has a NUL in most of the high bytes and in none of the low ones. */
function unmarkedUtf16(bytes: Uint8Array): string | undefined {
  const pairs = Math.floor(bytes.byteLength / 2);
  if (pairs < 2) return undefined;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < pairs; index++) {
    if (bytes[2 * index] === 0) even++;
    if (bytes[2 * index + 1] === 0) odd++;
  }
  if (odd > pairs * 0.4 && even < pairs * 0.02) return 'utf-16le';
  if (even > pairs * 0.4 && odd < pairs * 0.02) return 'utf-16be';
  return undefined;
}

/**
 * Whether bytes are no text in any encoding that is a superset of ASCII: more than one NUL in 500 bytes, or more than
 * one byte in 20 that is another control character which texts do not use.
 */
export function looksBinary(bytes: Uint8Array): boolean {
  let nuls = 0;
  let controls = 0;
  for (const byte of bytes) {
    if (byte === 0) nuls++;
    // Tab, line feed, vertical tab, form feed, carriage return, DOS end of file and escape do occur in texts.
    else if (byte === 0x7f || (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b))
      controls++;
  }
  return nuls * 500 > bytes.byteLength || controls * 20 > bytes.byteLength;
}
