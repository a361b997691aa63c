import type { PostingsBlock } from './postings-cursor.ts';

/** Where the varint that was read last ends. */
let end = 0;

/**
 * Decodes into a block the `count` postings behind the last full block of a term, which ends at the position `after`, in a
 * segment of `size` chunks. They are the bytes from `from` to before `to`; `fail` makes the error for others.
 */
export function decodeTail(
  bytes: Uint8Array,
  { from, to }: { from: number; to: number },
  { positions, frequencies }: PostingsBlock,
  { count, after, size, fail }: { count: number; after: number; size: number; fail: (reason: string) => Error },
): void {
  end = from;
  let position = after;
  for (let i = 0; i < count; i++) {
    const code = varint(bytes, to, fail);
    position += Math.floor(code / 2) + 1;
    if (position >= size) throw fail('has postings for chunks that it does not hold');
    positions[i] = position;
    frequencies[i] = code % 2 === 1 ? 1 : varint(bytes, to, fail);
  }
  if (end !== to) throw fail('has postings that end before their place does');
}

function varint(bytes: Uint8Array, to: number, fail: (reason: string) => Error): number {
  let value = 0;
  for (let scale = 1; scale <= 2 ** 42; scale *= 0x80) {
    if (end >= to) throw fail('has postings that end within a number');
    const byte = bytes[end++] as number;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
  }
  throw fail('has postings with a number that does not end');
}
