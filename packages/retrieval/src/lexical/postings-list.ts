import type { PostingsCursor } from './lexical-segment.ts';
import { type Pacer, stepsPerLook } from './pacer.ts';

/** The postings of one term, gathered from several segments. */
export interface PostingsList {
  clear(): void;
  /** Adds those postings that `map` gives a new position, and none twice. */
  add(cursor: PostingsCursor, map: Int32Array): Promise<void>;
  /** All of them by ascending position: the first `count` entries, valid until the next `clear`. */
  sorted(): Promise<{ readonly positions: Int32Array; readonly frequencies: Uint32Array; readonly count: number }>;
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
    const largerPositions = new Int32Array(count * 2);
    const largerFrequencies = new Uint32Array(count * 2);
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

  return {
    clear() {
      count = 0;
      runs = [];
    },
    async add(cursor, map) {
      for (let read = 1; cursor.next(); read++) {
        if (read % stepsPerLook === 0) await pace();
        const position = map[cursor.position] as number;
        if (position < 0) continue;
        if (count === positions.length) grow();
        if (count === 0 || (positions[count - 1] as number) > position) runs.push(count);
        positions[count] = position;
        frequencies[count] = cursor.frequency;
        count++;
      }
    },
    async sorted() {
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
      return { positions, frequencies, count };
    },
  };
}
