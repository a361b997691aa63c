import type { ByteWriter } from '../byte-writer.ts';

/**
 * Where the words of one posting stand in their text, encoded so that they can be copied without being decoded. Per
 * occurrence: gap · 2 + (last one of the posting ? 1 : 0) as LEB128, gap being what lies between it and the one before.
 */
export interface EncodedOccurrences {
  bytes: Uint8Array;
  start: number;
  end: number;
}

/** The occurrences of the postings of a block, in their order. */
export interface BlockOccurrences {
  readonly bytes: Uint8Array;
  /** Where those of each posting begin; one more for the end of the last. */
  readonly starts: Int32Array;
}

/** Writes ascending places, at least one, that are `list[from]` to before `list[to]`. */
export function encodeOccurrences(output: ByteWriter, list: ArrayLike<number>, from: number, to: number): void {
  let expected = 0;
  for (let i = from; i < to; i++) {
    const place = list[i] as number;
    output.varint((place - expected) * 2 + (i === to - 1 ? 1 : 0));
    expected = place + 1;
  }
}

/** Puts the places into `list` from an index on, and gives the index behind the last. */
export function decodeOccurrences(
  bytes: Uint8Array,
  start: number,
  end: number,
  list: number[],
  index: number,
): number {
  let expected = 0;
  let count = index;
  for (let at = start; at < end; ) {
    let value = 0;
    let scale = 1;
    let byte: number;
    do {
      byte = bytes[at++] as number;
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    } while (byte >= 0x80 && at < end);
    const place = expected + Math.floor(value / 2);
    list[count++] = place;
    expected = place + 1;
  }
  return count;
}

/**
 * Finds where the occurrences of `count` postings begin, which are the bytes from `from` to before `to`. `fail` makes the
 * error for bytes that are not those of so many.
 */
export function occurrenceStarts(
  bytes: Uint8Array,
  { from, to, count }: { from: number; to: number; count: number },
  starts: Int32Array,
  fail: (reason: string) => Error,
): void {
  let at = from;
  for (let posting = 0; posting < count; posting++) {
    starts[posting] = at;
    for (let isLast = false; !isLast; at++) {
      if (at >= to) throw fail('has occurrences that end before their postings do');
      isLast = ((bytes[at] as number) & 1) === 1;
      while ((bytes[at] as number) >= 0x80) at++;
    }
  }
  starts[count] = at;
  if (at !== to) throw fail('has more occurrences than its postings');
}
