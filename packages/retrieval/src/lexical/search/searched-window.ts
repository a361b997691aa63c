import type { ChunkSet } from '@cubo/contracts';

/** A window of positions, and what of it is searched. */
export interface SearchedWindow {
  /** The first position of the window. */
  readonly first: number;
  /** The first position that is searched, and one past the last. */
  readonly start: number;
  readonly end: number;
  /** Not 0 for each position that is searched, counted from `first`; all if left out. Valid until the next window. */
  readonly mask: Uint8Array | undefined;
}

/** The windows of `size` positions that have any of a set, in ascending order. */
export function* windowsWith(set: ChunkSet, size: number): Generator<SearchedWindow> {
  const { starts, ends } = set;
  const mask = new Uint8Array(size);
  let range = 0;
  let from = starts[0] ?? 0;
  while (range < starts.length) {
    const first = from - (from % size);
    const start = from;
    let end = from;
    mask.fill(0);
    while (range < starts.length && from < first + size) {
      end = Math.min(ends[range] as number, first + size);
      mask.fill(1, from - first, end - first);
      from = end === ends[range] ? (starts[++range] ?? 0) : end;
    }
    yield { first, start, end, mask };
  }
}
