import type { ChunkSet, TopHits } from '@cubo/contracts';
import { type ScoreWindow, windowSize } from './score-window.ts';
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
  const bounds = new Float64Array(terms.length);
  const order = terms.map((_, index) => index);
  // The sum of the bounds of the words that come before in the order.
  const rest = new Float64Array(terms.length + 1);
  for (const { first, start, end, mask } of windowsOf(search)) {
    for (let i = 0; i < terms.length; i++) bounds[i] = (terms[i] as ScoredTerm).bound(start, end);
    order.sort((a, b) => (bounds[a] as number) - (bounds[b] as number));
    let least = best.least / unit;
    let essential = 0;
    for (let i = 0; i < terms.length; i++) {
      rest[i + 1] = (rest[i] as number) + (bounds[order[i] as number] as number);
      if ((rest[i + 1] as number) < least || rest[i + 1] === 0) essential = i + 1;
    }
    yield;
    if (essential === terms.length) continue;

    window.start = first;
    for (let i = essential; i < terms.length; i++) (terms[order[i] as number] as ScoredTerm).addTo(window, start, end);
    const lacking = rest[essential] as number;
    const candidates = keepCandidates(window, mask, least - lacking);
    // Cursors only go forward.
    if (essential > 0) candidates.sort();
    for (const offset of candidates) {
      const position = first + offset;
      let score = window.scores[offset] as number;
      window.scores[offset] = 0;
      for (let left = essential; left > 0 && score + (rest[left] as number) >= least; left--) {
        score += (terms[order[left - 1] as number] as ScoredTerm).worthAt(position);
      }
      if (score < least) continue;
      best.offer(search.idAt(position), score * unit);
      least = best.least / unit;
    }
  }
}

/** Empties a window but for the scores of those of its chunks, given by their offsets, that have at least so much. */
function keepCandidates(window: ScoreWindow, mask: Uint8Array | undefined, least: number): Int32Array {
  const { offsets, scores, count } = window;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const offset = offsets[i] as number;
    if ((scores[offset] as number) < least || mask?.[offset] === 0) scores[offset] = 0;
    else offsets[kept++] = offset;
  }
  window.count = 0;
  return offsets.subarray(0, kept);
}

function windowsOf({ allowed, documents }: SegmentSearch): Iterable<SearchedWindow> {
  return allowed === undefined ? allWindows(documents) : windowsWith(allowed, windowSize);
}

function* allWindows(documents: number): Generator<SearchedWindow> {
  for (let first = 0; first < documents; first += windowSize) {
    yield { first, start: first, end: Math.min(first + windowSize, documents), mask: undefined };
  }
}
