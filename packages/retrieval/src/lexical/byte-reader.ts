const decoder = new TextDecoder();

/** Reads what a `ByteWriter` wrote; never beyond the end. */
export interface ByteReader {
  readonly position: number;
  readonly atEnd: boolean;
  varint(): number;
  text(): string;
  raw(length: number): Uint8Array;
  /** Copies bytes to a place in others; for a few, it costs less than to take them out. */
  copy(length: number, target: Uint8Array, at: number): void;
  /** Passes over bytes, and gives the position of the first of them. */
  skip(length: number): number;
}

/** Reads `bytes` from the beginning; `fail` makes the error for bytes that make no sense. */
export function byteReader(bytes: Uint8Array, fail: (reason: string) => Error): ByteReader {
  let position = 0;

  function varint(): number {
    let value = 0;
    let scale = 1;
    // Eight groups of seven bits hold every safe integer.
    for (let group = 0; group < 8; group++) {
      const byte = bytes[position++];
      if (byte === undefined) throw fail('ends within a number');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (!Number.isSafeInteger(value)) throw fail('holds a number that is too large');
        return value;
      }
      scale *= 0x80;
    }
    throw fail('holds a number that does not end');
  }

  function skip(length: number): number {
    if (position + length > bytes.length) throw fail('ends before its last part');
    position += length;
    return position - length;
  }
  const raw = (length: number) => bytes.subarray(skip(length), position);

  return {
    get position() {
      return position;
    },
    get atEnd() {
      return position >= bytes.length;
    },
    varint,
    text: () => decoder.decode(raw(varint())),
    raw,
    copy(length, target, at) {
      const from = skip(length);
      for (let i = 0; i < length; i++) target[at + i] = bytes[from + i] as number;
    },
    skip,
  };
}
