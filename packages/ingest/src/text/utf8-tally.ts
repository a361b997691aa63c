/** What {@link createUtf8Tally} counted. */
export interface Utf8Counts {
  /** Whole sequences of two to four bytes. */
  readonly sequences: number;
  /** Bytes that belong to no whole sequence; a decoder puts U+FFFD in their place. */
  readonly invalidBytes: number;
  /** Offset of the first of those. */
  readonly firstInvalid: number;
}

/** Checks bytes, handed over piece by piece, against the rules of UTF-8. */
export interface Utf8Tally {
  push(bytes: Uint8Array): void;
  /** The counts after the last byte; a sequence that is not finished is invalid. */
  finish(): Utf8Counts;
}

/**
 * Where the second byte is held within bounds: no overlong forms, no halves of surrogate pairs, nothing beyond
 * U+10FFFF.
 */
const lowestSecond: ReadonlyMap<number, number> = new Map([
  [0xe0, 0xa0],
  [0xf0, 0x90],
]);
const highestSecond: ReadonlyMap<number, number> = new Map([
  [0xed, 0x9f],
  [0xf4, 0x8f],
]);

function sequenceLength(first: number): number {
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/**
 * Starts counting; the states are those of the UTF-8 decoder of the Encoding Standard
 * (https://encoding.spec.whatwg.org/#utf-8-decoder).
 */
export function createUtf8Tally(): Utf8Tally {
  let sequences = 0;
  let invalidBytes = 0;
  let firstInvalid = 0;
  let offset = 0;
  let needed = 0;
  let seen = 0;
  let lowest = 0x80;
  let highest = 0xbf;

  function refuse(count: number, at: number): void {
    if (invalidBytes === 0) firstInvalid = at;
    invalidBytes += count;
  }

  function begin(byte: number, at: number): void {
    if (byte < 0xc2 || byte > 0xf4) {
      refuse(1, at);
      return;
    }
    needed = sequenceLength(byte) - 1;
    seen = 1;
    lowest = lowestSecond.get(byte) ?? 0x80;
    highest = highestSecond.get(byte) ?? 0xbf;
  }

  return {
    push(bytes) {
      for (let index = 0; index < bytes.length; index++) {
        const byte = bytes[index] as number;
        if (needed === 0) {
          if (byte >= 0x80) begin(byte, offset + index);
          continue;
        }
        if (byte >= lowest && byte <= highest) {
          lowest = 0x80;
          highest = 0xbf;
          seen++;
          if (--needed === 0) sequences++;
          continue;
        }
        refuse(seen, offset + index - seen);
        needed = 0;
        if (byte >= 0x80) begin(byte, offset + index);
      }
      offset += bytes.length;
    },
    finish() {
      if (needed > 0) refuse(seen, offset - seen);
      needed = 0;
      return { sequences, invalidBytes, firstInvalid };
    },
  };
}
