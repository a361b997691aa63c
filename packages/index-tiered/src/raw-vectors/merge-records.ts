import { type RowRun, rowRuns } from './row-runs.ts';
import type { VectorBuffer } from './vector-buffer.ts';
import type { VectorFile, VectorShape } from './vector-file.ts';
import type { VectorPart } from './vector-source.ts';

/** The records of a buffer and of the live ids of files, by ascending id. No id may be in two of them. */
export async function* mergeRecords(
  { encoding, dimensions }: VectorShape,
  buffer: VectorBuffer,
  sources: readonly VectorPart[],
): AsyncGenerator<Uint8Array> {
  const size = encoding.bytes(dimensions);
  const runs: { run: RowRun; read: ReadRun }[] = [];
  const bytes = buffer.records();
  for (const run of buffer.runs(buffer.ids()))
    runs.push({ run, read: ({ row, length }) => [slice(bytes, row, length)] });
  for (const { file, live } of sources) {
    const read = fileReader(file, slice, size);
    for (const run of rowRuns(file.ids, live)) runs.push({ run, read });
  }
  runs.sort((a, b) => a.run.id - b.run.id);
  for (const { run, read } of runs) yield* read(run);

  function slice(records: Uint8Array, row: number, length: number): Uint8Array {
    return records.subarray(row * size, (row + length) * size);
  }
}

/** Bytes that are read at once. */
const pieceBytes = 1 << 18;

type ReadRun = (run: RowRun) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Reads runs of ascending rows, in pieces; runs within one piece are read together. */
function fileReader(
  file: VectorFile,
  slice: (records: Uint8Array, row: number, length: number) => Uint8Array,
  size: number,
): ReadRun {
  const rowsPerPiece = Math.max(1, Math.floor(pieceBytes / size));
  let piece = -1;
  let records: Uint8Array = new Uint8Array();
  return async function* (run) {
    for (let done = 0; done < run.length; ) {
      const row = run.row + done;
      const wanted = Math.floor(row / rowsPerPiece);
      const first = wanted * rowsPerPiece;
      if (wanted !== piece) {
        records = await file.read(first, Math.min(rowsPerPiece, file.ids.size - first));
        piece = wanted;
      }
      const length = Math.min(run.length - done, first + rowsPerPiece - row);
      yield slice(records, row - first, length);
      done += length;
    }
  };
}
