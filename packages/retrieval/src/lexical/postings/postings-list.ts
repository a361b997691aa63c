import { type Pacer, stepsPerLook } from '../pacer.ts';
import type { PostingsCursor } from './postings-cursor.ts';

/** The postings of one term, gathered from several segments. */
export interface PostingsList {
  clear(): void;
  /** Adds those postings that `map` gives a new position, and none twice. Nothing to wait for: `undefined`. */
  add(postings: PostingsCursor, map: Int32Array): Promise<void> | undefined;
  /** Puts them in order by ascending position. Nothing to wait for: `undefined`. */
  sort(): Promise<void> | undefined;
  /** The postings are the first `count` entries, valid until the next change. */
  readonly positions: Int32Array;
  readonly frequencies: Uint32Array;
  readonly count: number;
}

/** Creates an empty list, which gives way by `pace` while it works. */
export function postingsList(pace: Pacer): PostingsList {
  let positions = new Int32Array(256);
  let frequencies = new Uint32Array(256);
  let sparePositions = new Int32Array();
  let spareFrequencies = new Uint32Array();
  let count = 0;
  /** Where each ascending run begins: a segment adds one, the buffer more when ids came in another order. */
  let runs: number[] = [];

  function grow(): void {
    const largerPositions = new Int32Array(positions.length * 2);
    const largerFrequencies = new Uint32Array(positions.length * 2);
    largerPositions.set(positions);
    largerFrequencies.set(frequencies);
    positions = largerPositions;
    frequencies = largerFrequencies;
  }

  /** Merges the runs from `start` to `middle` and from there to `end` into the spare arrays. */
  function mergeRuns(start: number, middle: number, end: number): void {
    for (let left = start, right = middle, to = start; to < end; to++) {
      const isLeft = right >= end || (left < middle && (positions[left] as number) < (positions[right] as number));
      const from = isLeft ? left++ : right++;
      sparePositions[to] = positions[from] as number;
      spareFrequencies[to] = frequencies[from] as number;
    }
  }

  /** Adds a block of postings with their new positions, without those that have none. */
  function addBlock(block: PostingsCursor, map: Int32Array): void {
    while (count + block.count > positions.length) grow();
    let last = count === 0 ? Number.POSITIVE_INFINITY : (positions[count - 1] as number);
    for (let i = 0; i < block.count; i++) {
      const position = map[block.positions[i] as number] as number;
      if (position < 0) continue;
      if (last > position) runs.push(count);
      positions[count] = position;
      frequencies[count++] = block.frequencies[i] as number;
      last = position;
    }
  }

  /** Adds a part that takes no longer than there is between two looks at the clock; false after the last one. */
  function addSome(postings: PostingsCursor, map: Int32Array): boolean {
    for (let left = stepsPerLook; left > 0; left -= postings.count) {
      if (!postings.nextBlock()) return false;
      addBlock(postings, map);
    }
    return true;
  }

  async function addRest(postings: PostingsCursor, map: Int32Array): Promise<void> {
    do await pace();
    while (addSome(postings, map));
  }

  async function mergeAll(): Promise<void> {
    while (runs.length > 1) {
      if (sparePositions.length < count) {
        sparePositions = new Int32Array(positions.length);
        spareFrequencies = new Uint32Array(positions.length);
      }
      const merged: number[] = [];
      for (let run = 0; run < runs.length; run += 2) {
        const start = runs[run] as number;
        mergeRuns(start, runs[run + 1] ?? count, runs[run + 2] ?? count);
        merged.push(start);
        await pace();
      }
      [positions, sparePositions] = [sparePositions, positions];
      [frequencies, spareFrequencies] = [spareFrequencies, frequencies];
      runs = merged;
    }
  }

  return {
    get positions() {
      return positions;
    },
    get frequencies() {
      return frequencies;
    },
    get count() {
      return count;
    },
    clear() {
      count = 0;
      runs = [];
    },
    add: (postings, map) => (addSome(postings, map) ? addRest(postings, map) : undefined),
    sort: () => (runs.length > 1 ? mergeAll() : undefined),
  };
}
