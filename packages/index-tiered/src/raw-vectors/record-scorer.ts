import { integerQuery } from '../kernels/integer-query.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { VectorShape } from './vector-file.ts';

/** A query, as the kernels take it. */
export interface PreparedQuery {
  readonly vector: Float32Array;
  readonly integers: Int16Array;
  /** What one unit of the integers stands for. */
  readonly factor: number;
  /** The rounding of the query can make a score of 0 as large as this for a vector of unit length. */
  readonly rounding: number;
}

/** Scores records exactly: by the inner product of the vector as it is kept with the query. */
export interface RecordScorer {
  /** Records that are scored at once. */
  readonly rows: number;
  prepare(query: Float32Array): PreparedQuery;
  /** The scores of at most {@link RecordScorer.rows} records, one behind the other; overwritten by the next. */
  score(query: PreparedQuery, records: Uint8Array, count: number): Float32Array;
}

const mostBytes = 1 << 18;

/** Makes a scorer with room of its own in kernel memory. */
export function createRecordScorer(kernels: Kernels, { encoding, dimensions }: VectorShape): RecordScorer {
  const { memory } = kernels;
  const size = encoding.bytes(dimensions);
  const rows = Math.max(1, Math.floor(mostBytes / size));
  const padded = Math.ceil(dimensions / 8) * 8;
  const queryAt = memory.reserve(4 * padded);
  const recordsAt = memory.reserve(rows * size);
  const scoresAt = memory.reserve(4 * rows);
  return {
    rows,
    prepare(query) {
      const { values, factor } = integerQuery(query, dimensions);
      const rounding = encoding.name === 'int8' ? (factor / 2) * Math.sqrt(dimensions) : 0;
      return { vector: Float32Array.from(query), integers: values, factor, rounding };
    },
    score(query, records, count) {
      memory.bytes(recordsAt, count * size).set(records.subarray(0, count * size));
      if (encoding.name === 'int8') {
        memory.int16(queryAt, padded).set(query.integers);
        kernels.int8Scores(queryAt, query.factor, recordsAt, count, dimensions, scoresAt);
      } else {
        memory.float32(queryAt, dimensions).set(query.vector);
        kernels.float16Scores(queryAt, recordsAt, count, dimensions, scoresAt);
      }
      return memory.float32(scoresAt, count);
    },
  };
}
