import type { CheckedFile } from './checked-file.ts';
import { pageBytes } from './checked-writer.ts';
import type { PostingsReader } from './lexical-segment.ts';

/** Where the postings of a term stand in a segment file. */
export interface PostingsPlace {
  readonly start: number;
  readonly bytes: number;
  /** Number of postings. */
  readonly documents: number;
}

// The longest posting: two numbers of eight bytes.
const longestPosting = 16;

/** Reads a list of postings page by page. `size` is the number of chunks in the segment. */
export function filePostings(
  file: CheckedFile,
  place: PostingsPlace,
  size: number,
  fail: (reason: string) => Error,
): PostingsReader {
  const end = place.start + place.bytes;
  let unread = place.start;
  let window: Uint8Array = new Uint8Array();
  let at = 0;
  let left = place.documents;
  let position = -1;
  let frequency = 0;

  function varint(): number {
    let byte = window[at++];
    if (byte === undefined) throw fail('has postings that end within a number');
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let scale = 0x80; ; scale *= 0x80) {
      byte = window[at++];
      if (byte === undefined || scale > 2 ** 42) throw fail('has postings with a number that does not end');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  function next(): boolean {
    if (left === 0) return false;
    left--;
    if (window.length - at < longestPosting && unread < end) {
      const from = unread - (window.length - at);
      const length = Math.min(pageBytes, end - from);
      window = file.read(from, length);
      at = 0;
      unread = from + length;
    }
    const code = varint();
    position += Math.floor(code / 2) + 1;
    frequency = code % 2 === 1 ? 1 : varint();
    if (position >= size) throw fail('has postings for chunks that it does not hold');
    return true;
  }

  return {
    get position() {
      return position;
    },
    get frequency() {
      return frequency;
    },
    next,
    read(positions, frequencies, from, to) {
      let count = from;
      while (count < to && next()) {
        positions[count] = position;
        frequencies[count++] = frequency;
      }
      return count - from;
    },
  };
}
