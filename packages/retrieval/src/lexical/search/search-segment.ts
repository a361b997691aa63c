import type { ChunkSet, TopHits } from '@cubo/contracts';
import { keepCandidates, type ScoreWindow, takeMarked, windowSize } from './score-window.ts';
import type { ScoredTerm } from './scored-term.ts';
import { type SearchedWindow, windowsWith } from './searched-window.ts';

/** What of a segment is searched. */
export interface SegmentSearch {
  readonly terms: readonly ScoredTerm[];
  /** Has no scores, and has none again when all is searched. */
  readonly window: ScoreWindow;
  /** Positions that may be hits; all if left out. */
  readonly allowed: ChunkSet | undefined;
  /** Number of chunks in the segment. */
  readonly documents: number;
  /** What a unit of the terms' scores is worth. */
  readonly unit: number;
  idAt(position: number): number;
}

/**
 * Offers all hits of a segment that can still be among the best, a window of positions after the other; yields in each,
 * also in one that is passed over.
 *
 * In each window the words that are worth least are left aside, as many as together could not lift a chunk among the
 * best: only chunks with one of the others are candidates (MaxScore), and a window is passed over where no words are
 * left. What a word is worth is bounded window by window, by the blocks of its postings. Scores are whole numbers, so
 * that they are the same in whatever order words are added up.
 *
 * Turtle, Flood: Query Evaluation: Strategies and Optimizations (1995); the bounds by blocks: see `Impacts`.
 */
export function* searchSegment(search: SegmentSearch, best: TopHits): Generator<void> {
  const { terms, unit, window } = search;
  const { scores, candidates } = window;
  const bounds = new Float64Array(terms.length);
  const order = Int32Array.from(terms, (_, index) => index);
  // The sum of the bounds of the words that come before in the order.
  const rest = new Float64Array(terms.length + 1);
  const inOrder = (i: number) => terms[order[i] as number] as ScoredTerm;
  for (const { first, start, end, mask } of windowsOf(search)) {
    for (let i = 0; i < terms.length; i++) bounds[i] = (terms[i] as ScoredTerm).bound(start, end);
    sortByBound(order, bounds);
    const least = best.least / unit;
    let essential = 0;
    for (let i = 0; i < terms.length; i++) {
      rest[i + 1] = (rest[i] as number) + (bounds[order[i] as number] as number);
      if ((rest[i + 1] as number) < least || rest[i + 1] === 0) essential = i + 1;
    }
    yield;
    if (essential === terms.length) continue;

    window.start = first;
    for (let i = essential; i < terms.length; i++) inOrder(i).addTo(window, start, end);
    takeMarked(window, mask);
    keepCandidates(window, least - (rest[essential] as number));
    for (let left = essential; left > 0 && window.count > 0; left--) {
      inOrder(left - 1).addToCandidates(window);
      keepCandidates(window, least - (rest[left - 1] as number));
    }
    for (let i = 0; i < window.count; i++) {
      const offset = candidates[i] as number;
      const score = (scores[offset] as number) * unit;
      scores[offset] = 0;
      if (best.accepts(score)) best.offer(search.idAt(first + offset), score);
    }
    window.count = 0;
  }
}

/** Sorts by insertion: from one window to the next the order hardly changes. */
function sortByBound(order: Int32Array, bounds: Float64Array): void {
  for (let i = 1; i < order.length; i++) {
    const moved = order[i] as number;
    const bound = bounds[moved] as number;
    let at = i;
    for (; at > 0 && (bounds[order[at - 1] as number] as number) > bound; at--) order[at] = order[at - 1] as number;
    order[at] = moved;
  }
}

function windowsOf({ allowed, documents }: SegmentSearch): Iterable<SearchedWindow> {
  return allowed === undefined ? allWindows(documents) : windowsWith(allowed, windowSize);
}

function* allWindows(documents: number): Generator<SearchedWindow> {
  for (let first = 0; first < documents; first += windowSize) {
    yield { first, start: first, end: Math.min(first + windowSize, documents), mask: undefined };
  }
}
