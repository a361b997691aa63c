import type { ChunkSet, TopHits } from '@cubo/contracts';
import type { Pacer } from '../pacer.ts';
import type { PreparedQuery, RecordScorer } from '../raw-vectors/record-scorer.ts';
import { type RowRun, rowRuns } from '../raw-vectors/row-runs.ts';
import type { VectorBuffer } from '../raw-vectors/vector-buffer.ts';
import type { VectorFile } from '../raw-vectors/vector-file.ts';
import type { PieceReader } from './piece-reader.ts';

/** One search on its way through buffer and files. */
export interface Scan {
  readonly query: PreparedQuery;
  readonly scorer: RecordScorer;
  /** Bytes of a record. */
  readonly size: number;
  readonly top: TopHits;
  readonly pace: Pacer;
}

/** Scores the vectors of `selected`, a subset of what the buffer holds. */
export async function scanBuffer(buffer: VectorBuffer, selected: ChunkSet, scan: Scan): Promise<void> {
  // Both are taken before the first pause: rows stay where they are in these records, whatever becomes of the buffer.
  const records = buffer.records();
  const runs = [...buffer.runs(selected)];
  for (const { id, row, length } of runs) await scanRows(records, row, length, id, scan);
}

/** To read a run of rows by itself takes the time of so many bytes more. */
const runBytes = 1 << 14;

/** Scores the vectors of `selected`, a subset of the file's ids. Pieces without any of them are not read. */
export async function scanFile(file: VectorFile, selected: ChunkSet, scan: Scan, pieces: PieceReader): Promise<void> {
  const rowsPerPiece = pieces.rows(file);
  let wanted: RowRun[] = [];
  let piece = 0;

  async function scanPiece(): Promise<void> {
    const last = wanted.at(-1);
    if (last === undefined) return;
    const first = (wanted[0] as RowRun).row;
    const count = last.row + last.length - first;
    const rows = wanted.reduce((sum, { length }) => sum + length, 0);
    const isSparse = rows * scan.size + wanted.length * runBytes < count * scan.size;
    if (isSparse && !pieces.has(file, piece)) {
      for (const { id, row, length } of wanted) await scanRows(file.readSync(row, length), 0, length, id, scan);
    } else {
      const { bytes, firstRow } = await pieces.read(file, piece, first, count);
      for (const { id, row, length } of wanted) await scanRows(bytes, row - firstRow, length, id, scan);
    }
    wanted = [];
  }
  for (const run of rowRuns(file.ids, selected)) {
    for (let done = 0; done < run.length; ) {
      const row = run.row + done;
      const number = Math.floor(row / rowsPerPiece);
      if (number !== piece) {
        await scanPiece();
        piece = number;
      }
      const length = Math.min(run.length - done, (number + 1) * rowsPerPiece - row);
      wanted.push({ id: run.id + done, row, length });
      done += length;
    }
  }
  await scanPiece();
}

async function scanRows(records: Uint8Array, row: number, length: number, id: number, scan: Scan): Promise<void> {
  const { query, scorer, size, top, pace } = scan;
  for (let done = 0; done < length; ) {
    const count = Math.min(length - done, scorer.rows);
    const start = (row + done) * size;
    const scores = scorer.score(query, records.subarray(start, start + count * size), count);
    for (let i = 0; i < count; i++) {
      const score = scores[i] as number;
      if (score > query.rounding && top.accepts(score)) top.offer(id + done + i, score);
    }
    done += count;
    const pause = pace();
    if (pause !== undefined) await pause;
  }
}
