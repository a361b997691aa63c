import type { CheckedFile } from '../checked-file.ts';
import { blockPostings, packedBytes, unpackBits } from './bit-packing.ts';
import type { BlockBounds } from './block-bounds.ts';
import type { FoundDirectory } from './block-directories.ts';
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
  /** The directory of a list with at least one full block. */
  directory(place: PostingsPlace): FoundDirectory;
  fail(reason: string): Error;
}

const values = new Uint32Array(blockPostings);

/** Reads a list of postings block by block. */
export function filePostings(
  postings: PostingsFile,
  place: PostingsPlace,
  room: PostingsRoom = postingsRoom(),
): PostingsCursor {
  return new FilePostings(postings, place, room);
}

/** A class, as a query makes many: a closure for each function of each would take as long as a look-up or two. */
class FilePostings implements PostingsCursor {
  readonly positions: Int32Array;
  count = 0;
  before = 0;
  at = 0;
  private readonly postings: PostingsFile;
  private readonly place: PostingsPlace;
  private readonly room: PostingsRoom;
  /** Full blocks, and the number of postings behind them. */
  private readonly blocks: number;
  private readonly tail: number;
  private readonly found: FoundDirectory | undefined;
  private readonly lasts: Int32Array;
  /** The block that is loaded, the last one being the tail. */
  private loaded = -1;
  /** Of a full block only the positions may be: where something is looked up, mostly nothing is found. */
  private hasFrequencies = false;
  /** The block in which the last bound began, and the posting of the tail. */
  private bounded = 0;
  private boundedTail = 0;
  private blockBounds: BlockBounds | undefined;
  private hasTail = false;
  private foundOccurrences: BlockOccurrences | undefined;

  constructor(postings: PostingsFile, place: PostingsPlace, room: PostingsRoom) {
    this.postings = postings;
    this.place = place;
    this.room = room;
    this.positions = room.positions;
    this.blocks = Math.floor(place.documents / blockPostings);
    this.tail = place.documents % blockPostings;
    this.found = this.blocks > 0 ? postings.directory(place) : undefined;
    this.lasts = this.found === undefined ? noBlocks : this.found.directory.lasts;
  }

  get frequencies(): Uint32Array {
    if (!this.hasFrequencies) this.loadFrequencies();
    return this.room.frequencies;
  }

  nextBlock(): boolean {
    return this.load(this.loaded + 1);
  }

  private load(block: number): boolean {
    if (block === this.loaded) return true;
    if (block > this.blocks || (block === this.blocks && this.tail === 0)) return false;
    this.loaded = block;
    this.foundOccurrences = undefined;
    this.before = block * blockPostings;
    this.at = 0;
    if (block < this.blocks) this.loadPositions(this.found as FoundDirectory, block);
    else this.loadTail();
    return true;
  }

  private loadPositions({ directory, start }: FoundDirectory, block: number): void {
    const { positions } = this;
    const { file, fail } = this.postings;
    const width = directory.gapWidths[block] as number;
    const from = file.look(start + (directory.offsets[block] as number), packedBytes(width));
    unpackBits(file.seen, from, width, values);
    let position = block === 0 ? -1 : (this.lasts[block - 1] as number);
    for (let i = 0; i < blockPostings; i++) {
      position += (values[i] as number) + 1;
      positions[i] = position;
    }
    if (position !== this.lasts[block]) throw fail('has a block of postings that does not end where it should');
    this.count = blockPostings;
    this.hasFrequencies = false;
  }

  private loadFrequencies(): void {
    this.hasFrequencies = true;
    if (this.found === undefined || this.loaded < 0) return;
    const { directory, start } = this.found;
    const { file } = this.postings;
    const { frequencies } = this.room;
    const width = directory.repetitionWidths[this.loaded] as number;
    const bytes = packedBytes(width);
    const from = file.look(start + (directory.offsets[this.loaded + 1] as number) - bytes, bytes);
    unpackBits(file.seen, from, width, frequencies);
    for (let i = 0; i < blockPostings; i++) frequencies[i] = (frequencies[i] as number) + 1;
  }

  private loadTail(): void {
    this.decodeTail();
    const { positions, frequencies, tail } = this.room;
    for (let i = 0; i < this.tail; i++) {
      positions[i] = tail.positions[i] as number;
      frequencies[i] = tail.frequencies[i] as number;
    }
    this.count = this.tail;
    this.hasFrequencies = true;
  }

  private decodeTail(): void {
    if (this.hasTail) return;
    this.hasTail = true;
    const { place, found, blocks } = this;
    const { file, lengths, fail } = this.postings;
    const start = found === undefined ? place.start : found.start + (found.directory.offsets[blocks] as number);
    const after = blocks === 0 ? -1 : (this.lasts[blocks - 1] as number);
    const bytes = file.glance(start, place.start + place.bytes - start);
    const range = { from: 0, to: bytes.length };
    decodeTail(bytes, range, this.room.tail, { count: this.tail, after, size: lengths.length, fail });
  }

  occurrences(): BlockOccurrences | undefined {
    const { place, found, loaded, count } = this;
    if (this.foundOccurrences === undefined && place.occurrencesBytes > 0 && count > 0) {
      const { file, fail } = this.postings;
      const offsets = found?.directory.occurrenceOffsets;
      const from = offsets?.[loaded] ?? 0;
      const to = loaded < this.blocks ? (offsets?.[loaded + 1] ?? 0) : place.occurrencesBytes;
      if (to < from || to > place.occurrencesBytes) throw fail('has occurrences of impossible size');
      const bytes = file.read(place.occurrencesStart + from, to - from);
      const starts = new Int32Array(count + 1);
      occurrenceStarts(bytes, { from: 0, to: bytes.length, count }, starts, fail);
      this.foundOccurrences = { bytes, starts };
    }
    return this.foundOccurrences;
  }

  /** The block with the first posting at a position or behind it; the tail where no full block has it. */
  private blockOf(position: number, from: number): number {
    const { lasts, blocks } = this;
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

  seek(position: number): boolean {
    const block = this.blockOf(position, Math.max(this.loaded, 0));
    if (!this.load(block)) return false;
    const { positions, count } = this;
    let low = this.at;
    if (low < count && (positions[low] as number) < position) {
      let high = count;
      while (low + 1 < high) {
        const middle = (low + high) >>> 1;
        if ((positions[middle] as number) < position) low = middle;
        else high = middle;
      }
      low = high;
    }
    this.at = low;
    return low < count || (block < this.blocks && this.nextBlock());
  }

  bound(start: number, end: number, worth: PostingWorth): number {
    const { lasts, blocks } = this;
    let best = 0;
    if (blocks > 0) {
      if (this.blockBounds?.worth !== worth) this.blockBounds = (this.found as FoundDirectory).bounds(worth);
      let block = this.blockOf(start, this.bounded);
      this.bounded = block;
      for (; block < blocks; block++) {
        best = Math.max(best, this.blockBounds.of(block));
        if ((lasts[block] as number) + 1 >= end) return best;
      }
    }
    return this.tail > 0 ? Math.max(best, this.boundTail(start, end, worth)) : best;
  }

  /** What is the best in the tail, posting by posting: it may be all there is, and spread over all windows. */
  private boundTail(start: number, end: number, worth: PostingWorth): number {
    this.decodeTail();
    const { positions, frequencies } = this.room.tail;
    const { lengths } = this.postings;
    let at = this.boundedTail;
    while (at < this.tail && (positions[at] as number) < start) at++;
    this.boundedTail = at;
    let best = 0;
    for (; at < this.tail && (positions[at] as number) < end; at++) {
      best = Math.max(best, worth(frequencies[at] as number, lengths[positions[at] as number] as number));
    }
    return best;
  }
}

const noBlocks = new Int32Array();
