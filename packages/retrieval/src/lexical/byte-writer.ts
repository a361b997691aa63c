import { separateBuffer } from '@cubo/library';

const encoder = new TextEncoder();
/** Bytes of the largest safe integer. */
const longestVarint = 8;
const shortRun = 24;

/** A growing run of bytes. */
export interface ByteWriter {
  readonly length: number;
  /** LEB128 of a safe, non-negative integer. */
  varint(value: number): void;
  /** Length in bytes as a varint, then UTF-8. */
  text(value: string): void;
  /** The bytes from `start` to before `end`; all if left out. */
  raw(bytes: Uint8Array, start?: number, end?: number): void;
  /** What was written; valid until the next write. */
  bytes(): Uint8Array<ArrayBuffer>;
  clear(): void;
}

/** Creates an empty {@link ByteWriter}. */
export function byteWriter(capacity = 1024): ByteWriter {
  let buffer = new Uint8Array(capacity);
  let length = 0;

  function reserve(more: number): void {
    if (length + more <= buffer.length) return;
    // What it outgrows is given back at once: of a frequent word it is many megabytes.
    const before = buffer;
    buffer = new Uint8Array(separateBuffer(Math.max(before.length * 2, length + more)));
    buffer.set(before.subarray(0, length));
    before.buffer.transfer(0);
  }

  function raw(bytes: Uint8Array, start = 0, end = bytes.length): void {
    reserve(end - start);
    // To call for a copy costs more than to copy a few.
    if (end - start > shortRun) buffer.set(bytes.subarray(start, end), length);
    else for (let i = start; i < end; i++) buffer[length + i - start] = bytes[i] as number;
    length += end - start;
  }

  function varint(value: number): void {
    if (length + longestVarint > buffer.length) reserve(longestVarint);
    let rest = value;
    // Most are small, and cheaper to take apart by bits.
    if (value <= 0x7fffffff) {
      for (; rest >= 0x80; rest >>>= 7) buffer[length++] = (rest & 0x7f) | 0x80;
      buffer[length++] = rest;
      return;
    }
    while (rest >= 0x80) {
      buffer[length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    buffer[length++] = rest;
  }

  return {
    get length() {
      return length;
    },
    varint,
    text(value) {
      const bytes = encoder.encode(value);
      varint(bytes.length);
      raw(bytes);
    },
    raw,
    bytes: () => buffer.subarray(0, length),
    clear() {
      length = 0;
    },
  };
}
