import { topHits } from '@cubo/contracts';
import { readRows, rowBlocks } from '../../peers/serve.mjs';
import { createKernels } from './tiered-parts.ts';
import type { VectorSet } from './vector-set.ts';

const rowsAtOnce = 1024;

/**
 * The true nearest neighbours of each query among the first `vectors` of a set: by inner product in float32, best first.
 * Those with an inner product of 0 or less do not count as neighbours.
 */
export function exactNeighbours(set: VectorSet, options: { vectors: number; limit: number }): number[][] {
  const { dimensions } = set;
  const queries = readRows(set.queryFile, dimensions, set.queries);
  const kernels = createKernels();
  const { memory } = kernels;
  const places = {
    queries: memory.reserve(4 * dimensions * queries.length),
    rows: memory.reserve(4 * dimensions * rowsAtOnce),
    scores: memory.reserve(4 * rowsAtOnce * queries.length),
  };
  for (const [i, query] of queries.entries())
    memory.float32(places.queries + 4 * dimensions * i, dimensions).set(query);
  const tops = queries.map(() => topHits(options.limit));
  for (const { first, rows, block } of rowBlocks(set.corpusFile, dimensions, options.vectors)) {
    for (let from = 0; from < rows; from += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, rows - from);
      const some = block.subarray(from * dimensions, (from + count) * dimensions);
      memory.float32(places.rows, some.length).set(some);
      kernels.matrixProduct(places.queries, places.rows, places.scores, queries.length, count, dimensions);
      const scores = memory.float32(places.scores, queries.length * count);
      for (const [q, top] of tops.entries()) {
        for (let i = 0; i < count; i++) {
          const score = scores[q * count + i] as number;
          if (score > 0 && top.accepts(score)) top.offer(first + from + i, score);
        }
      }
    }
  }
  return tops.map((top) => top.hits().map(({ id }) => id));
}
