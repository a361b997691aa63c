import type { PostingsBlock } from './postings-cursor.ts';

/**
 * Decodes `count` postings behind the position `after`, of a segment of `size` chunks, into a block; `fail` makes the error
 * for others.
 */
export function decodeTail(
  bytes: Uint8Array,
  { count, after, size, fail }: { count: number; after: number; size: number; fail: (reason: string) => Error },
  { positions, frequencies }: PostingsBlock,
): void {
  let read = 0;
  function varint(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 42; scale *= 0x80) {
      const byte = bytes[read++];
      if (byte === undefined) throw fail('has postings that end within a number');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw fail('has postings with a number that does not end');
  }
  let position = after;
  for (let i = 0; i < count; i++) {
    const code = varint();
    position += Math.floor(code / 2) + 1;
    if (position >= size) throw fail('has postings for chunks that it does not hold');
    positions[i] = position;
    frequencies[i] = code % 2 === 1 ? 1 : varint();
  }
  if (read !== bytes.length) throw fail('has postings that end before their place does');
}
