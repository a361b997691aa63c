import { integerQuery } from '../kernels/integer-query.ts';
import { type RecordStore, recordAt, recordComponents, recordRow, recordScale } from './record-store.ts';

/**
 * Compares one query at a time with many records of a store. Query, rows and scores have their places in kernel memory;
 * the views of these are made anew for each operation, as reservations detach them.
 */
export interface Scorer {
  readonly store: RecordStore;
  readonly query: number;
  readonly rows: number;
  readonly scores: number;
  /** The most vertices that are scored at once. */
  readonly limit: number;
  factor: number;
  queryView: Int16Array;
  rowView: Uint32Array;
  scoreView: Float32Array;
}

/** Makes a scorer. */
export function scorer(store: RecordStore, limit: number): Scorer {
  const { memory } = store.kernels;
  return {
    store,
    query: memory.reserve(2 * paddedDimensions(store)),
    rows: memory.reserve(4 * limit),
    scores: memory.reserve(4 * limit),
    limit,
    factor: 0,
    queryView: new Int16Array(0),
    rowView: new Uint32Array(0),
    scoreView: new Float32Array(0),
  };
}

/** Bytes that a scorer takes. */
export function scorerBytes({ store, limit }: Scorer): number {
  return 2 * paddedDimensions(store) + 8 * limit;
}

function paddedDimensions({ dimensions }: RecordStore): number {
  return 8 * Math.ceil(dimensions / 8);
}

/** Makes the views valid again after anything may have been reserved. */
export function refreshViews(target: Scorer): void {
  const { memory } = target.store.kernels;
  target.queryView = memory.int16(target.query, paddedDimensions(target.store));
  target.rowView = memory.uint32(target.rows, target.limit);
  target.scoreView = memory.float32(target.scores, target.limit);
}

/** From here on vertices are compared with this vector. */
export function queryVector(target: Scorer, vector: Float32Array): void {
  const { values, factor } = integerQuery(vector, target.store.dimensions);
  target.queryView.set(values);
  target.factor = factor;
}

/** From here on vertices are compared with this record at some scale; exactly, as its own integers are the query. */
export function queryRecord(target: Scorer, record: Uint8Array, scale: number): void {
  const { queryView } = target;
  const components = recordComponents(record);
  for (let i = 0; i < components.length; i++) queryView[i] = components[i] as number;
  target.factor = scale;
}

/** From here on vertices are compared with this one. */
export function queryVertex(target: Scorer, vertex: number): void {
  const record = recordAt(target.store, vertex);
  queryRecord(target, record, recordScale(record));
}

/** Scores the first `count` of `vertices`: `scoreView` holds the result. */
export function scoreVertices(target: Scorer, vertices: Uint32Array, count: number): void {
  const { store, rowView } = target;
  for (let i = 0; i < count; i++) rowView[i] = recordRow(store, vertices[i] as number);
  store.kernels.int8ScoresAt(
    target.query,
    target.factor,
    store.base,
    target.rows,
    count,
    store.dimensions,
    target.scores,
  );
}
