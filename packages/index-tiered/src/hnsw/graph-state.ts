import type { Kernels } from '../kernels/kernels.ts';
import { type GraphIds, graphIds } from './graph-ids.ts';
import { type KeyedHeap, keyedHeap } from './keyed-heap.ts';
import { addLists, type LinkTable, linkTable, linkTableBytes, reserveLists } from './link-table.ts';
import { addRecord, type RecordStore, recordStore, reserveRecord } from './record-store.ts';
import { refreshViews, type Scorer, scorer, scorerBytes } from './scorer.ts';
import { vertexLevel } from './vertex-level.ts';
import { type VisitedMarks, visitedMarks } from './visited-marks.ts';

/** What a graph is made by; the same parameters and insertions give the same graph. */
export interface GraphParameters {
  readonly dimensions: number;
  /** Links that a new vertex gets on each level; the most it may have later, on level 0 twice as many. */
  readonly m: number;
  /** Nearest vertices among which these are chosen. */
  readonly efConstruction: number;
  /** A uint32 from which levels are drawn. */
  readonly seed: number;
}

/** A graph, and the working memory of whoever searches or extends it: one at a time. */
export interface GraphState {
  readonly parameters: GraphParameters;
  readonly records: RecordStore;
  readonly ids: GraphIds;
  /** List `v` holds the links of vertex `v` on level 0. */
  readonly ground: LinkTable;
  /** The lists of the other levels. */
  readonly upper: LinkTable;
  /** The list of level 1 of each vertex in `upper`; those of its higher levels follow. */
  firstUpper: Uint32Array;
  /** How many links of level 0 lead to each vertex. */
  inLinks: Uint32Array;
  vertices: number;
  /** The first of the vertices that have the highest level; of no meaning while there are none. */
  entryPoint: number;
  topLevel: number;
  /** Counts changes. */
  revision: number;
  /** Compares with what is searched for. */
  readonly target: Scorer;
  /** Compares vertices with each other. */
  readonly between: Scorer;
  readonly visited: VisitedMarks;
  /** Vertices to go on from, by their negated scores. */
  readonly candidates: KeyedHeap;
  /** The best vertices found, by their scores. */
  readonly nearest: KeyedHeap;
  /** Candidates for links that were not chosen, by their negated scores. */
  readonly passedOver: KeyedHeap;
  /** Vertices that are about to be scored. */
  readonly pending: Uint32Array;
}

/** Makes the state of an empty graph. */
export function graphState(kernels: Kernels, parameters: GraphParameters): GraphState {
  const { dimensions, m, efConstruction } = parameters;
  const records = recordStore(kernels, dimensions);
  const mostScored = Math.max(2 * m + 1, efConstruction);
  return {
    parameters,
    records,
    ids: graphIds(),
    ground: linkTable(2 * m),
    upper: linkTable(m),
    firstUpper: new Uint32Array(64),
    inLinks: new Uint32Array(64),
    vertices: 0,
    entryPoint: 0,
    topLevel: 0,
    revision: 0,
    target: scorer(records, mostScored),
    between: scorer(records, mostScored),
    visited: visitedMarks(),
    candidates: keyedHeap(1024),
    nearest: keyedHeap(efConstruction),
    passedOver: keyedHeap(mostScored),
    pending: new Uint32Array(mostScored),
  };
}

/** The highest level of a vertex, also of one that is yet to be added. */
export function levelOf({ parameters }: GraphState, vertex: number): number {
  return vertexLevel(parameters.seed, vertex, parameters.m);
}

/** The links of a vertex on a level: the table, and the number of the list. */
export function tableOf(state: GraphState, level: number): LinkTable {
  return level === 0 ? state.ground : state.upper;
}
export function listOf(state: GraphState, vertex: number, level: number): number {
  return level === 0 ? vertex : (state.firstUpper[vertex] as number) + level - 1;
}

/**
 * Adds a vertex without links, whose first id is `id`. Throws `CUBO_MEMORY_EXCEEDED` and leaves the graph as it was when
 * there is no room.
 */
export function addVertex(state: GraphState, id: number, record: Uint8Array): number {
  const vertex = state.vertices;
  const level = levelOf(state, vertex);
  if (vertex === state.firstUpper.length) {
    state.firstUpper = enlarged(state.firstUpper);
    state.inLinks = enlarged(state.inLinks);
  }
  state.ids.reserve();
  reserveLists(state.ground, 1);
  reserveLists(state.upper, level);
  reserveRecord(state.records);
  // Nothing can fail from here on.
  state.ids.append(id, vertex);
  addLists(state.ground, 1);
  state.firstUpper[vertex] = addLists(state.upper, level);
  addRecord(state.records, record);
  state.vertices++;
  if (vertex === 0 || level > state.topLevel) {
    state.entryPoint = vertex;
    state.topLevel = level;
  }
  return vertex;
}

/** Adds all vertices at once to an empty graph whose ids are there already; their lists are empty, records are to follow. */
export function addVertexLists(state: GraphState, levels: Uint8Array): void {
  addLists(state.ground, levels.length);
  state.firstUpper = new Uint32Array(levels.length + 64);
  state.inLinks = new Uint32Array(levels.length + 64);
  for (const [vertex, level] of levels.entries()) {
    state.firstUpper[vertex] = addLists(state.upper, level);
    if (vertex > 0 && level <= state.topLevel) continue;
    state.entryPoint = vertex;
    state.topLevel = level;
  }
  state.vertices = levels.length;
}

function enlarged(numbers: Uint32Array): Uint32Array {
  const larger = new Uint32Array(Math.ceil(numbers.length * 1.5));
  larger.set(numbers);
  return larger;
}

/** Readies the state for a search or an insertion. */
export function beginOperation(state: GraphState): void {
  refreshViews(state.target);
  refreshViews(state.between);
}

/** Bytes of memory that the graph takes, those in the memory of the kernels included. */
export function graphBytes(state: GraphState): number {
  return (
    state.records.bytes +
    scorerBytes(state.target) +
    scorerBytes(state.between) +
    state.ids.bytes +
    linkTableBytes(state.ground) +
    linkTableBytes(state.upper) +
    state.firstUpper.byteLength +
    state.inLinks.byteLength +
    state.visited.marks.byteLength
  );
}
