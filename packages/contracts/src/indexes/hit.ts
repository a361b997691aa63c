/** One result of an index: a chunk and its score; higher is better, scales differ between indexes. */
export interface Hit {
  readonly id: number;
  readonly score: number;
}

/** Orders hits best first; equal scores by id, so that results are the same on every run. */
export function compareHits(a: Hit, b: Hit): number {
  return b.score - a.score || a.id - b.id;
}
