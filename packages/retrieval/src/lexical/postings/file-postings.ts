import type { CheckedFile } from '../checked-file.ts';
import { blockPostings, packedBytes, unpackBits } from './bit-packing.ts';
import type { BlockDirectory } from './block-directory.ts';
import { decodeTail } from './decode-tail.ts';
import { type BlockOccurrences, occurrenceStarts } from './occurrences.ts';
import { type PostingsCursor, type PostingsRoom, type PostingWorth, postingsRoom } from './postings-cursor.ts';

/** Where the postings of a term stand in a segment file. */
export interface PostingsPlace {
  readonly start: number;
  readonly bytes: number;
  /** Number of postings. */
  readonly documents: number;
  /** The same for its occurrences; no bytes where none are kept. */
  readonly occurrencesStart: number;
  readonly occurrencesBytes: number;
}

/** What the postings of a segment file have in common. */
export interface PostingsFile {
  readonly file: CheckedFile;
  /** The number of terms of each chunk, by position. */
  readonly lengths: ArrayLike<number>;
  /** The directory of a list with at least one full block, and where in the file its blocks begin. */
  directory(place: PostingsPlace): { readonly directory: BlockDirectory; readonly start: number };
  fail(reason: string): Error;
}

const values = new Uint32Array(blockPostings);

/** Reads a list of postings block by block. */
export function filePostings(
  { file, lengths, directory: directoryOf, fail }: PostingsFile,
  place: PostingsPlace,
  room: PostingsRoom = postingsRoom(),
): PostingsCursor {
  const blocks = Math.floor(place.documents / blockPostings);
  const tail = place.documents % blockPostings;
  const { directory, start: blocksStart } = blocks > 0 ? directoryOf(place) : { directory: undefined, start: 0 };
  const tailBase = directory === undefined ? -1 : (directory.lasts[blocks - 1] as number);
  const { positions, frequencies } = room;
  /** The block that is loaded, the last one being the tail. */
  let loaded = -1;
  /** The block in which the last bound began. */
  let bounded = 0;
  let decodedTail: PostingsRoom | undefined;
  let tailWorth: number | undefined;
  let found: BlockOccurrences | undefined;

  const cursor = {
    positions,
    frequencies,
    count: 0,
    before: 0,
    at: 0,
    seek,
    nextBlock: () => load(loaded + 1),
    bound,
    occurrences,
  } satisfies PostingsCursor;

  function load(block: number): boolean {
    if (block === loaded) return true;
    if (block > blocks || (block === blocks && tail === 0)) return false;
    loaded = block;
    found = undefined;
    cursor.before = block * blockPostings;
    cursor.at = 0;
    if (block < blocks) loadBlock(directory as BlockDirectory, block);
    else loadTail();
    return true;
  }

  function loadBlock(known: BlockDirectory, block: number): void {
    const start = known.offsets[block] as number;
    const bytes = file.read(blocksStart + start, (known.offsets[block + 1] as number) - start);
    const gapWidth = known.gapWidths[block] as number;
    unpackBits(bytes, 0, gapWidth, values);
    let position = block === 0 ? -1 : (known.lasts[block - 1] as number);
    for (let i = 0; i < blockPostings; i++) {
      position += (values[i] as number) + 1;
      positions[i] = position;
    }
    if (position !== known.lasts[block]) throw fail('has a block of postings that does not end where it should');
    unpackBits(bytes, packedBytes(gapWidth), known.repetitionWidths[block] as number, frequencies);
    for (let i = 0; i < blockPostings; i++) frequencies[i] = (frequencies[i] as number) + 1;
    cursor.count = blockPostings;
  }

  function loadTail(): void {
    const decoded = tailPostings();
    positions.set(decoded.positions);
    frequencies.set(decoded.frequencies);
    cursor.count = tail;
  }

  function occurrences(): BlockOccurrences | undefined {
    if (found === undefined && place.occurrencesBytes > 0 && cursor.count > 0) {
      const from = directory?.occurrenceOffsets[loaded] ?? 0;
      const to = loaded < blocks ? (directory?.occurrenceOffsets[loaded + 1] ?? 0) : place.occurrencesBytes;
      if (to < from || to > place.occurrencesBytes) throw fail('has occurrences of impossible size');
      const bytes = file.read(place.occurrencesStart + from, to - from);
      const starts = new Int32Array(cursor.count + 1);
      occurrenceStarts(bytes, { from: 0, to: bytes.length, count: cursor.count }, starts, fail);
      found = { bytes, starts };
    }
    return found;
  }

  function tailPostings(): PostingsRoom {
    if (decodedTail === undefined) {
      const start = directory === undefined ? place.start : blocksStart + (directory.offsets[blocks] as number);
      const bytes = file.read(start, place.start + place.bytes - start);
      decodedTail = { positions: new Int32Array(tail), frequencies: new Uint32Array(tail) };
      const range = { from: 0, to: bytes.length };
      decodeTail(bytes, range, decodedTail, { count: tail, after: tailBase, size: lengths.length, fail });
    }
    return decodedTail;
  }

  /** The block with the first posting at a position or behind it; the tail where no full block has it. */
  function blockOf(position: number, from: number): number {
    if (directory === undefined) return blocks;
    const { lasts } = directory;
    if (from >= blocks || (lasts[from] as number) >= position) return from;
    // It is mostly near: steps that double, then the half of what is left, again and again.
    let step = 1;
    let low = from;
    while (low + step < blocks && (lasts[low + step] as number) < position) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, blocks);
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((lasts[middle] as number) < position) low = middle;
      else high = middle;
    }
    return high;
  }

  function seek(position: number): boolean {
    const block = blockOf(position, Math.max(loaded, 0));
    if (!load(block)) return false;
    let low = cursor.at;
    if (low < cursor.count && (positions[low] as number) < position) {
      let high = cursor.count;
      while (low + 1 < high) {
        const middle = (low + high) >>> 1;
        if ((positions[middle] as number) < position) low = middle;
        else high = middle;
      }
      low = high;
    }
    cursor.at = low;
    return low < cursor.count || (block < blocks && cursor.nextBlock());
  }

  function bound(start: number, end: number, worth: PostingWorth): number {
    bounded = blockOf(start, bounded);
    let best = 0;
    for (let block = bounded; block === 0 || lastOf(block - 1) + 1 < end; block++) {
      if (block >= blocks) return tail > 0 ? Math.max(best, boundTail(worth)) : best;
      best = Math.max(best, boundBlock(directory as BlockDirectory, block, worth));
    }
    return best;
  }

  const lastOf = (block: number) => (directory as BlockDirectory).lasts[block] as number;

  function boundBlock(known: BlockDirectory, block: number, worth: PostingWorth): number {
    const end = known.impactStarts[block + 1] as number;
    let best = 0;
    for (let i = known.impactStarts[block] as number; i < end; i++) {
      best = Math.max(best, worth(known.impactFrequencies[i] as number, known.impactLengths[i] as number));
    }
    return best;
  }

  function boundTail(worth: PostingWorth): number {
    if (tailWorth === undefined) {
      const decoded = tailPostings();
      tailWorth = 0;
      for (let i = 0; i < tail; i++) {
        const length = lengths[decoded.positions[i] as number] as number;
        tailWorth = Math.max(tailWorth, worth(decoded.frequencies[i] as number, length));
      }
    }
    return tailWorth;
  }

  return cursor;
}
