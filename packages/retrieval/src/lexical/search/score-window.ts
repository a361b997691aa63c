/** Positions whose scores are summed up at a time. */
export const windowSize = 4096;

/** The scores of the chunks of a window of positions; chunks are known by their offsets from its start. */
export interface ScoreWindow {
  /** The position of its first chunk; a new window has no scores. */
  start: number;
  /** A bit for each chunk that has a score and is no candidate yet, from the lowest bit of the first word on. */
  readonly marks: Int32Array;
  /** The score of each chunk, 0 where it has none. */
  readonly scores: Float64Array;
  /** Chunks that may be hits, in ascending order: the first `count` entries. */
  readonly candidates: Int32Array;
  count: number;
}

/** Makes an empty {@link ScoreWindow}. */
export function scoreWindow(): ScoreWindow {
  return {
    start: 0,
    marks: new Int32Array(windowSize / 32),
    scores: new Float64Array(windowSize),
    candidates: new Int32Array(windowSize),
    count: 0,
  };
}

/** Adds to the score of the chunk at a position; more than 0. */
export function addScore({ start, marks, scores }: ScoreWindow, position: number, worth: number): void {
  const offset = position - start;
  const word = offset >>> 5;
  marks[word] = (marks[word] as number) | (1 << (offset & 31));
  scores[offset] = (scores[offset] as number) + worth;
}

/** Makes candidates of the chunks that have a score and are not 0 in `mask`, if there is one. */
export function takeMarked(window: ScoreWindow, mask: Uint8Array | undefined): void {
  const { marks, scores, candidates } = window;
  let count = 0;
  for (let word = 0; word < marks.length; word++) {
    let marked = marks[word] as number;
    if (marked === 0) continue;
    marks[word] = 0;
    for (; marked !== 0; marked &= marked - 1) {
      const offset = (word << 5) + 31 - Math.clz32(marked & -marked);
      if (mask?.[offset] === 0) scores[offset] = 0;
      else candidates[count++] = offset;
    }
  }
  window.count = count;
}

/** Keeps the candidates that have at least so much. */
export function keepCandidates(window: ScoreWindow, least: number): void {
  const { scores, candidates, count } = window;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const offset = candidates[i] as number;
    if ((scores[offset] as number) < least) scores[offset] = 0;
    else candidates[kept++] = offset;
  }
  window.count = kept;
}
