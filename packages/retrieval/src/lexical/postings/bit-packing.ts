/** Postings in a block, and so values that are packed together: whole words for every width. */
export const blockPostings = 128;

const words = new Uint32Array(blockPostings);
const wordBytes = new Uint8Array(words.buffer);
const isBigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;
const swap = () => Buffer.from(words.buffer).swap32();

/** Bytes that a block of values takes at a width. */
export const packedBytes = (width: number): number => (blockPostings / 8) * width;

/** Bits that hold every one of a block of values: 0 where all are 0, 32 at most. */
export function bitWidth(values: Uint32Array): number {
  let union = 0;
  for (let i = 0; i < blockPostings; i++) union |= values[i] as number;
  return 32 - Math.clz32(union);
}

/** A block of values with `width` bits each, one behind the other from the lowest bit of little-endian words on. */
export function packBits(values: Uint32Array, width: number): Uint8Array {
  words.fill(0, 0, 4 * width);
  for (let i = 0, at = 0; i < blockPostings; i++, at += width) {
    const value = values[i] as number;
    const bit = at & 31;
    const word = at >>> 5;
    words[word] = (words[word] as number) | (value << bit);
    if (bit + width > 32) words[word + 1] = value >>> (32 - bit);
  }
  if (isBigEndian) swap();
  return wordBytes.subarray(0, packedBytes(width));
}

/** Unpacks a block of values from the bytes at an offset. */
export function unpackBits(bytes: Uint8Array, offset: number, width: number, values: Uint32Array): void {
  if (width === 0) {
    values.fill(0, 0, blockPostings);
    return;
  }
  // Byte by byte: a view of the bytes costs more than they do.
  for (let i = 0, at = offset; i < 4 * width; i++, at += 4) {
    words[i] =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
  }
  const mask = 0xffffffff >>> (32 - width);
  let word = 0;
  let bit = 0;
  for (let i = 0; i < blockPostings; i++) {
    let value = (words[word] as number) >>> bit;
    bit += width;
    if (bit >= 32) {
      bit -= 32;
      word++;
      if (bit > 0) value |= (words[word] as number) << (width - bit);
    }
    values[i] = value & mask;
  }
}
