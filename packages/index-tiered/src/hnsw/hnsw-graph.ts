import { CuboError } from '@cubo/contracts';
import { checkCount, checkVector } from '../check-arguments.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { none } from './graph-ids.ts';
import { type GraphParameters, type GraphState, graphBytes, graphState } from './graph-state.ts';
import { insertRecord } from './insert-record.ts';
import { largestEfConstruction, largestM } from './parameter-limits.ts';
import { hasValidScale, recordAt, recordScale } from './record-store.ts';
import { type HnswSearchOptions, type HnswSearchResult, searchGraph } from './search-graph.ts';
import { writeGraph } from './write-graph.ts';

const defaultM = 16;
const defaultEfConstruction = 200;
const defaultEfSearch = 96;

/** Options of {@link hnswGraph}. */
export interface HnswGraphOptions {
  /** Where records are kept and compared. The memory is given back with the kernels, not with the graph. */
  readonly kernels: Kernels;
  readonly dimensions: number;
  /** Links that a new vertex gets on each level, 2 to 256; it may have as many later, twice as many on level 0. Default 16. */
  readonly m?: number | undefined;
  /** Nearest vertices among which these are chosen. Default 200. */
  readonly efConstruction?: number | undefined;
  /** A uint32 from which the levels of vertices are drawn. Default 1. */
  readonly seed?: number | undefined;
}

/**
 * A graph in which the vectors nearest to a query by inner product are found approximately, after "Efficient and robust
 * approximate nearest neighbor search using Hierarchical Navigable Small World graphs" (Malkov and Yashunin 2018). It
 * holds int8 records of vectors of unit length, or zero; their scales are not trusted, as rounding changes lengths, but made
 * such that the records are of unit length. The same insertions in the same order give the same graph.
 * Nothing is ever taken out: who removes ids leaves them out of the hits by `accepts`.
 */
export interface HnswGraph {
  readonly parameters: GraphParameters;
  /** Number of ids. */
  readonly size: number;
  has(id: number): boolean;
  /** The ids, in the order they were added. */
  ids(): Generator<number>;
  /** A copy of the record of an id that is held, at the scale at which it is of unit length. */
  record(id: number): Uint8Array;
  /**
   * Adds the record of an id, which is copied; nothing if the id is held already. The id of a zero vector is held, and
   * never a hit. Throws `CUBO_BAD_ARGUMENT` for a record of another size or with a scale that cannot be one, and
   * `CUBO_MEMORY_EXCEEDED`; the graph is then as it was before.
   */
  add(id: number, record: Uint8Array): void;
  /** Throws `CUBO_BAD_ARGUMENT` for a query of other dimensions or with values that are not finite. */
  search(query: Float32Array, options: HnswSearchOptions): HnswSearchResult;
  /** Bytes of memory that it takes, those reserved in the memory of its kernels included. */
  readonly memoryBytes: number;
  /**
   * The graph without its records, in pieces, to be read by `readGraph`. Nothing may be added until it has been read to
   * its end: it throws `CUBO_BAD_ARGUMENT` then.
   */
  snapshot(): AsyncGenerator<Uint8Array>;
}

/** Makes an empty graph. Throws `CUBO_BAD_ARGUMENT` for options that make no sense. */
export function hnswGraph(options: HnswGraphOptions): HnswGraph {
  const { kernels, dimensions, m = defaultM, efConstruction = defaultEfConstruction, seed = 1 } = options;
  checkCount(dimensions, 1, 'dimensions');
  checkRange(m, 2, largestM, 'm');
  checkRange(efConstruction, 1, largestEfConstruction, 'efConstruction');
  checkRange(seed, 0, 2 ** 32 - 1, 'seed');
  return graphOf(graphState(kernels, { dimensions, m, efConstruction, seed }));
}

/** The graph with a state. */
export function graphOf(state: GraphState): HnswGraph {
  const { parameters, ids } = state;
  const { dimensions } = parameters;
  return {
    parameters,
    get size() {
      return ids.size;
    },
    has: (id) => ids.has(id),
    *ids() {
      for (let entry = 0; entry < ids.size; entry++) yield ids.id(entry);
    },
    record(id) {
      const vertex = ids.vertex(ids.entry(id));
      // The zero vector has no vertex.
      return vertex === none ? new Uint8Array(state.records.recordBytes) : recordAt(state.records, vertex).slice();
    },
    add(id, record) {
      checkCount(id, 0, 'id');
      checkRecord(record, state.records.recordBytes, id);
      if (!ids.has(id)) insertRecord(state, id, record);
    },
    search(query, searchOptions) {
      const { limit, ef = defaultEfSearch, maxVisited = Number.POSITIVE_INFINITY } = searchOptions;
      checkVector(query, dimensions, 'The query');
      checkCount(limit, 0, 'limit');
      checkCount(ef, 1, 'ef');
      if (maxVisited !== Number.POSITIVE_INFINITY) checkCount(maxVisited, 0, 'maxVisited');
      return searchGraph(state, query, { ...searchOptions, ef });
    },
    get memoryBytes() {
      return graphBytes(state);
    },
    snapshot: () => writeGraph(state),
  };
}

function checkRecord(record: Uint8Array, bytes: number, id: number): void {
  if (record.length !== bytes) {
    throw badArgument(`The record of chunk ${id} has ${record.length} bytes, not ${bytes}.`);
  }
  if (!hasValidScale(record)) throw badArgument(`The record of chunk ${id} has the scale ${recordScale(record)}.`);
}

function checkRange(value: number, least: number, most: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw badArgument(`The option ${name} is ${value}.`, `Pass a whole number from ${least} to ${most}.`);
}

function badArgument(message: string, remedy = 'Pass int8 records of the dimensions of the graph.'): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
