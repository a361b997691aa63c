import { compareHits, type Hit } from '@cubo/contracts';

/** Keeps the best hits of a stream: at most `limit`, ties by id. */
export interface TopHits {
  /** Whether a hit of this score could enter, if its id is low enough. */
  accepts(score: number): boolean;
  add(hit: Hit): void;
  /** Best first. */
  sorted(): Hit[];
}

/** Creates an empty {@link TopHits}: a binary heap with the worst hit at its root. */
export function topHits(limit: number): TopHits {
  const heap: Hit[] = [];
  const isWorse = (a: number, b: number) => compareHits(heap[a] as Hit, heap[b] as Hit) > 0;
  const swap = (a: number, b: number) => {
    const hit = heap[a] as Hit;
    heap[a] = heap[b] as Hit;
    heap[b] = hit;
  };

  return {
    accepts: (score) => heap.length < limit || (limit > 0 && score >= (heap[0] as Hit).score),
    add(hit) {
      if (heap.length < limit) {
        let child = heap.push(hit) - 1;
        while (child > 0 && isWorse(child, (child - 1) >> 1)) {
          swap(child, (child - 1) >> 1);
          child = (child - 1) >> 1;
        }
        return;
      }
      if (limit === 0 || compareHits(hit, heap[0] as Hit) >= 0) return;
      heap[0] = hit;
      for (let parent = 0; ; ) {
        let worst = parent;
        for (const child of [2 * parent + 1, 2 * parent + 2]) {
          if (child < heap.length && isWorse(child, worst)) worst = child;
        }
        if (worst === parent) return;
        swap(parent, worst);
        parent = worst;
      }
    },
    sorted: () => [...heap].sort(compareHits),
  };
}
