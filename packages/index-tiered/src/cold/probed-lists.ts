import { topHits } from '@cubo/contracts';

/** Which lists some vectors probe, by list: tens of thousands of pairs, which objects would take tens of bytes more for. */
export interface ProbedLists {
  /** Where the entries of each list begin; one more for the end of the last. Within a list they are by ascending vector. */
  readonly starts: Uint32Array;
  /** By entry: the number of the vector. */
  readonly vectors: Uint32Array;
  /** By entry: as which one it probes the list, from 0. */
  readonly probes: Uint32Array;
  /** By entry: its inner product with the centroid of the list. */
  readonly scores: Float64Array;
  /** The entry of a vector in a list that it probes, -1 in another. */
  entryOf(vector: number, list: number): number;
}

/** Has each vector probe the lists with the nearest centroids, at most so many. */
export function probeLists(
  vectors: readonly Float32Array[],
  coarse: Float32Array,
  dimensions: number,
  probes: number,
): ProbedLists {
  const lists = coarse.length / dimensions;
  const each = Math.min(probes, lists);
  const nearest = new Uint32Array(vectors.length * each);
  const products = new Float64Array(vectors.length * each);
  const starts = new Uint32Array(lists + 1);
  for (const [number, vector] of vectors.entries()) {
    const top = topHits(each);
    for (let list = 0; list < lists; list++) {
      let score = 0;
      for (let i = 0; i < dimensions; i++) score += (vector[i] as number) * (coarse[list * dimensions + i] as number);
      top.offer(list, score);
    }
    for (const [probe, { id, score }] of top.hits().entries()) {
      nearest[number * each + probe] = id;
      products[number * each + probe] = score;
      starts[id + 1] = (starts[id + 1] as number) + 1;
    }
  }
  for (let list = 0; list < lists; list++) {
    starts[list + 1] = (starts[list + 1] as number) + (starts[list] as number);
  }
  const next = starts.slice(0, -1);
  const order = {
    vectors: new Uint32Array(nearest.length),
    probes: new Uint32Array(nearest.length),
    scores: new Float64Array(nearest.length),
  };
  for (const [i, list] of nearest.entries()) {
    const entry = next[list] as number;
    next[list] = entry + 1;
    order.vectors[entry] = Math.floor(i / each);
    order.probes[entry] = i % each;
    order.scores[entry] = products[i] as number;
  }
  return {
    starts,
    ...order,
    entryOf(vector, list) {
      const end = starts[list + 1] as number;
      for (let entry = starts[list] as number; entry < end; entry++) if (order.vectors[entry] === vector) return entry;
      return -1;
    },
  };
}
