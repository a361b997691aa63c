/** Positions whose scores are summed up at a time. */
export const windowSize = 4096;

/** The scores of the chunks of a window of positions. */
export interface ScoreWindow {
  /** The position of its first chunk; a new window has no scores. */
  start: number;
  /** Chunks that have a score. */
  count: number;
  /** Which these are: their positions within the window, in no order. */
  readonly offsets: Int32Array;
  /** The score of each chunk of the window, 0 where it has none. */
  readonly scores: Float64Array;
}

/** Makes an empty {@link ScoreWindow}. */
export function scoreWindow(): ScoreWindow {
  return { start: 0, count: 0, offsets: new Int32Array(windowSize), scores: new Float64Array(windowSize) };
}

/** Adds to the score of the chunk at a position; more than 0. */
export function addScore(window: ScoreWindow, position: number, worth: number): void {
  const { scores } = window;
  const offset = position - window.start;
  if (scores[offset] === 0) window.offsets[window.count++] = offset;
  scores[offset] = (scores[offset] as number) + worth;
}
