import { type ChunkSet, chunkIds, chunkSetFromIds, intersectChunkSets, subtractChunkSets } from '@cubo/contracts';
import type { RecordEncoding } from './record-encoding.ts';
import type { RowRun } from './row-runs.ts';

/**
 * Vectors that are in no file yet, in the same encoding as in files, so that scores do not change when they are
 * flushed.
 */
export interface VectorBuffer {
  readonly size: number;
  has(id: number): boolean;
  add(id: number, vector: Float32Array): void;
  /** Forgets ids; those that it does not hold are ignored. */
  remove(ids: ChunkSet): void;
  ids(): ChunkSet;
  /** The records of all rows; they stay where they are in this array, whatever becomes of the buffer. */
  records(): Uint8Array;
  /** Where the vectors of `selected`, a subset of the ids, lie; by ascending id. */
  runs(selected: ChunkSet): Generator<RowRun>;
}

/** Makes an empty buffer. */
export function vectorBuffer(encoding: RecordEncoding, dimensions: number): VectorBuffer {
  const size = encoding.bytes(dimensions);
  const rows = new Map<number, number>();
  let records = new Uint8Array(16 * size);
  let capacity = 16;
  /** Rows in use, those of removed ids included: they go with the buffer at the next flush. */
  let used = 0;
  let ids: ChunkSet | undefined;

  function current(): ChunkSet {
    ids ??= chunkSetFromIds(rows.keys());
    return ids;
  }
  return {
    get size() {
      return rows.size;
    },
    has: (id) => rows.has(id),
    add(id, vector) {
      if (used === capacity) {
        capacity *= 2;
        const larger = new Uint8Array(capacity * size);
        larger.set(records);
        records = larger;
      }
      encoding.write(records, used * size, vector);
      rows.set(id, used++);
      ids = undefined;
    },
    remove(removed) {
      if (rows.size === 0) return;
      const gone = intersectChunkSets(current(), removed);
      for (const id of chunkIds(gone)) rows.delete(id);
      ids = subtractChunkSets(current(), gone);
    },
    ids: current,
    records: () => records,
    *runs(selected) {
      let run: { id: number; row: number; length: number } | undefined;
      for (const id of chunkIds(selected)) {
        const row = rows.get(id);
        if (row === undefined) continue;
        if (run && run.id + run.length === id && run.row + run.length === row) {
          run.length++;
          continue;
        }
        if (run) yield run;
        run = { id, row, length: 1 };
      }
      if (run) yield run;
    },
  };
}
