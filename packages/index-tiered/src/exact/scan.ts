import type { ChunkSet, TopHits } from '@cubo/contracts';
import { type Int8Records, int8Records, scoreRecord } from '../raw-vectors/int8-records.ts';
import { rowRuns } from '../raw-vectors/row-runs.ts';
import type { VectorBuffer } from '../raw-vectors/vector-buffer.ts';
import type { VectorFile } from '../raw-vectors/vector-file.ts';
import type { BlockCache } from './block-cache.ts';
import type { Pacer } from './pacer.ts';

/** One search on its way through buffer and files. */
export interface Scan {
  readonly query: Float64Array;
  readonly top: TopHits;
  readonly pace: Pacer;
}

/** Components scored between two looks at the clock: about a millisecond. */
const componentsPerSlice = 1 << 19;

/** Scores the vectors of `selected`, a subset of what the buffer holds. */
export async function scanBuffer(buffer: VectorBuffer, selected: ChunkSet, scan: Scan): Promise<void> {
  // Both are taken before the first pause: rows stay where they are in these records, whatever becomes of the buffer.
  const records = buffer.records();
  const runs = [...buffer.runs(selected)];
  for (const { id, row, length } of runs) await scanRows(records, row, length, id, scan);
}

/** Scores the vectors of `selected`, a subset of the file's ids. Blocks without any of them are not read. */
export async function scanFile(
  file: VectorFile,
  selected: ChunkSet,
  scan: Scan,
  cache: BlockCache<VectorFile>,
): Promise<void> {
  const { vectorsPerBlock } = file;
  let block = -1;
  let records: Int8Records | undefined;
  for (const run of rowRuns(file.ids, selected)) {
    for (let done = 0; done < run.length; ) {
      const row = run.row + done;
      const wanted = Math.floor(row / vectorsPerBlock);
      if (records === undefined || wanted !== block) {
        block = wanted;
        records = int8Records(await cachedBlock(file, block, cache), scan.query.length);
      }
      const within = row - block * vectorsPerBlock;
      const length = Math.min(run.length - done, vectorsPerBlock - within);
      await scanRows(records, within, length, run.id + done, scan);
      done += length;
    }
  }
}

async function cachedBlock(file: VectorFile, block: number, cache: BlockCache<VectorFile>): Promise<Uint8Array> {
  const cached = cache.get(file, block);
  if (cached) return cached;
  const bytes = await file.readBlock(block);
  cache.offer(file, block, bytes);
  return bytes;
}

async function scanRows(records: Int8Records, row: number, length: number, id: number, scan: Scan): Promise<void> {
  const { query, top, pace } = scan;
  const slice = Math.max(1, Math.floor(componentsPerSlice / query.length));
  for (let done = 0; done < length; ) {
    const end = Math.min(length, done + slice);
    for (; done < end; done++) {
      const score = scoreRecord(records, row + done, query);
      if (score > 0) top.offer(id + done, score);
    }
    const pause = pace();
    if (pause !== undefined) await pause;
  }
}
