import { compareHits, type Hit } from './hit.ts';

/** Keeps the best hits of those it is offered. */
export interface TopHits {
  /** The score that a hit needs to be among them: one of just that if its id is low enough, of less never. */
  readonly least: number;
  /**
   * Whether a hit of this score could be among them, if its id is low enough: spares the caller to look for an id in
   * vain.
   */
  accepts(score: number): boolean;
  /** Considers a hit; each id is offered once. */
  offer(id: number, score: number): void;
  /** The hits, best first, ties by id. */
  hits(): Hit[];
}

/**
 * A bounded heap of at most `limit` hits, the worst on top. Which hits it keeps does not depend on the order they come
 * in.
 */
export function topHits(limit: number): TopHits {
  const heap: Hit[] = [];

  function settle(hit: Hit): void {
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && compareHits(heap[child + 1] as Hit, heap[child] as Hit) > 0) child++;
      if (compareHits(heap[child] as Hit, hit) <= 0) break;
      heap[parent] = heap[child] as Hit;
      parent = child;
    }
    heap[parent] = hit;
  }
  function rise(hit: Hit): void {
    let child = heap.length;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (compareHits(heap[parent] as Hit, hit) >= 0) break;
      heap[child] = heap[parent] as Hit;
      child = parent;
    }
    heap[child] = hit;
  }
  return {
    get least() {
      return heap.length < limit ? Number.NEGATIVE_INFINITY : (heap[0]?.score ?? Number.POSITIVE_INFINITY);
    },
    accepts: (score) => heap.length < limit || (heap[0] !== undefined && score >= heap[0].score),
    offer(id, score) {
      if (heap.length < limit) return rise({ id, score });
      const worst = heap[0];
      if (worst === undefined || score < worst.score || (score === worst.score && id > worst.id)) return;
      settle({ id, score });
    },
    hits: () => heap.toSorted(compareHits),
  };
}
