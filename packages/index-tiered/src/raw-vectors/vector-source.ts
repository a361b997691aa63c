import type { ChunkSet } from '@cubo/contracts';
import { type RowRun, rowRuns } from './row-runs.ts';
import type { VectorFile, VectorShape } from './vector-file.ts';

/** A file, and those of its ids that are wanted. */
export interface VectorPart {
  readonly file: VectorFile;
  readonly live: ChunkSet;
}

/** Some vectors of a {@link VectorSource}; overwritten by the next ones. */
export interface VectorRows {
  readonly count: number;
  /** Where each stands in the source. */
  readonly positions: Uint32Array;
  readonly ids: Float64Array;
  /** Records, one behind the other. */
  readonly records: Uint8Array;
}

/** The vectors of some files, numbered from 0: file by file, within each by ascending id. */
export interface VectorSource extends VectorShape {
  readonly size: number;
  /** The vectors whose positions are wanted (default: all), in order, at most `rows` at a time. */
  batches(rows: number, wanted?: (position: number) => boolean): AsyncGenerator<VectorRows>;
}

/** Bytes that are read at once. */
const pieceBytes = 1 << 18;

/** The live vectors of files. The files must stay open while it is read. */
export function vectorSource(shape: VectorShape, parts: readonly VectorPart[]): VectorSource {
  const size = shape.encoding.bytes(shape.dimensions);
  const rowsPerPiece = Math.max(1, Math.floor(pieceBytes / size));

  /** Whole runs, cut where they are longer than what is read at once. */
  function* pieces(part: VectorPart): Generator<RowRun> {
    for (const { id, row, length } of rowRuns(part.file.ids, part.live)) {
      for (let done = 0; done < length; done += rowsPerPiece) {
        yield { id: id + done, row: row + done, length: Math.min(rowsPerPiece, length - done) };
      }
    }
  }
  return {
    ...shape,
    size: parts.reduce((sum, { live }) => sum + live.size, 0),
    async *batches(rows, wanted = () => true) {
      const positions = new Uint32Array(rows);
      const ids = new Float64Array(rows);
      const records = new Uint8Array(rows * size);
      // One for all pieces: a pass over millions of vectors would leave its own weight to the collector.
      const room = new Uint8Array(2 * pieceBytes);
      let count = 0;
      let position = 0;
      for (const part of parts) {
        for (const { id, row, length } of pieces(part)) {
          let piece: Uint8Array | undefined;
          for (let i = 0; i < length; i++, position++) {
            if (!wanted(position)) continue;
            piece ??= await part.file.read(row, length, room);
            positions[count] = position;
            ids[count] = id + i;
            records.set(piece.subarray(i * size, (i + 1) * size), count * size);
            count++;
            if (count < rows) continue;
            yield { count, positions, ids, records };
            count = 0;
          }
        }
      }
      if (count > 0) yield { count, positions, ids, records };
    },
  };
}
