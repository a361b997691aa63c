import type { ChunkSet } from '@cubo/contracts';
import { recordBytes } from '../raw-vectors/int8-records.ts';
import { type RowRun, rowRuns } from '../raw-vectors/row-runs.ts';
import type { VectorBuffer } from '../raw-vectors/vector-buffer.ts';
import type { VectorFile } from '../raw-vectors/vector-file.ts';

/** A file, and those of its ids that are wanted. */
export interface MergeSource {
  readonly file: VectorFile;
  readonly live: ChunkSet;
}

/** The records of a buffer and of the live ids of files, by ascending id. No id may be in two of them. */
export async function* mergeRecords(
  dimensions: number,
  buffer: VectorBuffer,
  sources: readonly MergeSource[],
): AsyncGenerator<Uint8Array> {
  const size = recordBytes(dimensions);
  const runs: { run: RowRun; read: ReadRun }[] = [];
  const buffered = buffer.records().bytes;
  const bytes = new Uint8Array(buffered.buffer, buffered.byteOffset, buffered.byteLength);
  for (const run of buffer.runs(buffer.ids()))
    runs.push({ run, read: ({ row, length }) => [slice(bytes, row, length)] });
  for (const { file, live } of sources) {
    const read = fileReader(file, slice);
    for (const run of rowRuns(file.ids, live)) runs.push({ run, read });
  }
  runs.sort((a, b) => a.run.id - b.run.id);
  for (const { run, read } of runs) yield* read(run);

  function slice(records: Uint8Array, row: number, length: number): Uint8Array {
    return records.subarray(row * size, (row + length) * size);
  }
}

type ReadRun = (run: RowRun) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Reads runs of ascending rows; each block is read once, however many runs of it are wanted. */
function fileReader(
  file: VectorFile,
  slice: (records: Uint8Array, row: number, length: number) => Uint8Array,
): ReadRun {
  const { vectorsPerBlock } = file;
  let block = -1;
  let records: Uint8Array = new Uint8Array();
  return async function* (run) {
    for (let done = 0; done < run.length; ) {
      const row = run.row + done;
      const wanted = Math.floor(row / vectorsPerBlock);
      if (wanted !== block) {
        records = await file.readBlock(wanted);
        block = wanted;
      }
      const within = row - block * vectorsPerBlock;
      const length = Math.min(run.length - done, vectorsPerBlock - within);
      yield slice(records, within, length);
      done += length;
    }
  };
}
