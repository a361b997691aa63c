import { type ChunkSet, chunkSetFromIds, type Hit, type TopHits, topHits } from '@cubo/contracts';
import { integerQuery } from '../kernels/integer-query.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { batchRows } from '../quantization/assigner.ts';
import { int8Copies } from '../raw-vectors/int8-copies.ts';
import { int8Encoding } from '../raw-vectors/int8-encoding.ts';
import type { VectorRows } from '../raw-vectors/vector-source.ts';
import type { Codebook } from './codebook.ts';
import { probeLists } from './probed-lists.ts';
import { choosePlan, type MeasuredNeighbour, probeSteps, type SearchPlan } from './search-plan.ts';

/** Finds out how a segment has to be searched, while the segment is made. */
export interface Calibration {
  /** First: all vectors of the segment. Their inner products with the held-out ones tell the true neighbours. */
  compare(rows: VectorRows): void;
  /** Then: the chunks whose codes are to be told. */
  neighbours(): ChunkSet;
  /** The codes of all of those. */
  neighbour(id: number, list: number, code: Uint8Array): void;
  /** At last: the codes of each list. */
  list(list: number, count: number, codes: Uint8Array): void;
  /** The cheapest plans that reach the target, and the share of the ten nearest that compressed scores alone find. */
  result(target: number): { plans: SearchPlan[]; compressedRecall: number };
}

/** A vector that was held out of training. */
export interface HeldOut {
  readonly id: number;
  readonly vector: Float32Array;
}

/** Numbers of hits for which plans are made, and how many of the held-out vectors each is measured with. */
const measures = [
  { limit: 10, queries: 100 },
  { limit: 100, queries: 32 },
];

/** Held-out vectors of use. */
export const heldOutVectors = 100;

/** Lists that are probed at most, of all. */
const mostProbed = (lists: number): number => Math.min(lists, Math.max(64, Math.ceil(lists / 12)));

interface Found extends MeasuredNeighbour {
  readonly score: number;
}

/** Prepares a calibration of a segment with a codebook. */
export function createCalibration(options: {
  kernels: Kernels;
  codebook: Codebook;
  encoding: Parameters<typeof int8Copies>[0]['encoding'];
  heldOut: readonly HeldOut[];
  vectors: number;
}): Calibration {
  const { kernels, codebook, heldOut, vectors } = options;
  const { dimensions, product, coarse } = codebook;
  const { parts, width } = product;
  const { memory } = kernels;
  const lists = coarse.length / dimensions;
  const probes = mostProbed(lists);
  const asInt8 = int8Copies({ encoding: options.encoding, dimensions });
  const padded = Math.ceil(dimensions / 8) * 8;
  const size = int8Encoding.bytes(dimensions);
  const queryCount = heldOut.length;
  const mostCodes = 4096;
  const places = {
    queries: memory.reserve(2 * padded * queryCount),
    factors: memory.reserve(4 * queryCount),
    records: memory.reserve(batchRows * size),
    products: memory.reserve(4 * batchRows * queryCount),
    centroids: memory.reserve(4 * product.centroids.length),
    query: memory.reserve(4 * dimensions),
    tables: memory.reserve(4 * 256 * parts * queryCount),
    codes: memory.reserve(mostCodes * parts),
    scores: memory.reserve(4 * mostCodes),
  };
  const tops: TopHits[] = heldOut.map((_, i) => topHits(Math.max(...wantedOf(i))));
  memory.float32(places.centroids, product.centroids.length).set(product.centroids);
  for (const [i, { vector }] of heldOut.entries()) {
    const { values, factor } = integerQuery(vector, dimensions);
    memory.int16(places.queries + 2 * padded * i, padded).set(values);
    memory.float32(places.factors + 4 * i, 1)[0] = factor;
    memory.float32(places.query, dimensions).set(vector);
    kernels.productTable(places.query, places.centroids, parts, width, places.tables + 4 * 256 * parts * i);
  }
  const probed = probeLists(
    heldOut.map(({ vector }) => vector),
    coarse,
    dimensions,
    probes,
  );
  const steps = probeSteps(probes);
  /** The step that adds the list of each probe. */
  const stepOf = Uint8Array.from({ length: probes }, (_, probe) => steps.findIndex((most) => probe < most));
  /** By held-out vector: the true neighbours by id. */
  let found: Map<number, Found>[] = [];
  let hits: Hit[][] = [];
  /** By id: the held-out vectors that it is a true neighbour of. */
  const askers = new Map<number, number[]>();

  return {
    compare({ count, ids, records }) {
      memory.bytes(places.records, count * size).set(asInt8(records, count).subarray(0, count * size));
      const { queries, factors, products } = places;
      kernels.int8Products(queries, factors, queryCount, places.records, count, dimensions, products);
      const scores = memory.float32(products, count * queryCount);
      for (let row = 0; row < count; row++) {
        for (let i = 0; i < queryCount; i++) {
          const score = scores[row * queryCount + i] as number;
          const id = ids[row] as number;
          if (score > 0 && (tops[i] as TopHits).accepts(score) && id !== heldOut[i]?.id) tops[i]?.offer(id, score);
        }
      }
    },
    neighbours() {
      hits = tops.map((top) => top.hits());
      found = hits.map(() => new Map());
      for (const [i, of] of hits.entries()) {
        for (const { id } of of) askers.set(id, [...(askers.get(id) ?? []), i]);
      }
      return chunkSetFromIds(askers.keys());
    },
    neighbour(id, list, code) {
      for (const i of askers.get(id) ?? []) {
        const entry = probed.entryOf(i, list);
        const probe = entry < 0 ? Number.POSITIVE_INFINITY : (probed.probes[entry] as number);
        const score = entry < 0 ? Number.NEGATIVE_INFINITY : scoreCode(entry, code);
        found[i]?.set(id, { probe, score, better: new Uint32Array(steps.length) });
      }
    },
    list(list, count, codes) {
      const end = probed.starts[list + 1] as number;
      for (let entry = probed.starts[list] as number; entry < end; entry++) {
        const neighbours = found[probed.vectors[entry] as number] as Map<number, Found>;
        if (neighbours.size === 0) continue;
        const step = stepOf[probed.probes[entry] as number] as number;
        for (let from = 0; from < count; from += mostCodes) {
          const rows = Math.min(mostCodes, count - from);
          memory.bytes(places.codes, rows * parts).set(codes.subarray(from * parts, (from + rows) * parts));
          scan(entry, rows);
          const scores = memory.float32(places.scores, rows);
          for (const { probe: own, score, better } of neighbours.values()) {
            if (own >= probes) continue;
            let above = 0;
            for (let row = 0; row < rows; row++) if ((scores[row] as number) > score) above++;
            better[step] = (better[step] as number) + above;
          }
        }
      }
    },
    result(target) {
      const costs = { listLength: vectors / lists, codeBytes: parts };
      const plans = measures.map(({ limit, queries }) =>
        choosePlan(measured(limit, queries), { limit, target, probes, costs }),
      );
      const nearest = measured(10, queryCount);
      const compressed = nearest.filter(
        ({ probe, better }) => probe < probes && better.reduce((sum, count) => sum + count, 0) < 10,
      );
      return { plans, compressedRecall: nearest.length === 0 ? 1 : compressed.length / nearest.length };
    },
  };

  function wantedOf(i: number): number[] {
    return measures.filter(({ queries }) => i < queries).map(({ limit }) => limit);
  }

  function measured(limit: number, queries: number): MeasuredNeighbour[] {
    return hits
      .slice(0, queries)
      .flatMap((of, i) => of.slice(0, limit).map(({ id }) => (found[i] as Map<number, Found>).get(id) as Found));
  }

  /** Scores codes of a list for the vector of an entry. */
  function scan(entry: number, count: number): void {
    const table = places.tables + 4 * 256 * parts * (probed.vectors[entry] as number);
    kernels.scanCodes(table, places.codes, count, parts, probed.scores[entry] as number, places.scores);
  }

  function scoreCode(entry: number, code: Uint8Array): number {
    memory.bytes(places.codes, parts).set(code);
    scan(entry, 1);
    return memory.float32(places.scores, 1)[0] as number;
  }
}
