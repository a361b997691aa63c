import type { PostingsRoom } from './postings-cursor.ts';

/**
 * Decodes into a room the `count` postings behind the last full block of a term, which ends at the position `after`, in a
 * segment of `size` chunks; `fail` makes the error for others.
 */
export function decodeTail(
  bytes: Uint8Array,
  { positions, frequencies }: PostingsRoom,
  { count, after, size, fail }: { count: number; after: number; size: number; fail: (reason: string) => Error },
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
