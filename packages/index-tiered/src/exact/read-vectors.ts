import { chunkSetFromIds, intersectChunkSets } from '@cubo/contracts';
import { int8Records, readRecord } from '../raw-vectors/int8-records.ts';
import { rowRuns } from '../raw-vectors/row-runs.ts';
import type { VectorBuffer } from '../raw-vectors/vector-buffer.ts';
import type { MergeSource } from './merge-records.ts';

/** The vectors of some ids, from a buffer and the live ids of files; those that are nowhere are not among them. */
export async function readVectors(
  ids: readonly number[],
  dimensions: number,
  buffer: VectorBuffer,
  parts: readonly MergeSource[],
  signal: AbortSignal | undefined,
): Promise<Map<number, Float32Array>> {
  const wanted = chunkSetFromIds(ids);
  const found = new Map<number, Float32Array>();
  const buffered = buffer.records();
  for (const { id, row, length } of buffer.runs(intersectChunkSets(buffer.ids(), wanted))) {
    for (let i = 0; i < length; i++) found.set(id + i, readRecord(buffered, row + i));
  }
  for (const { file, live } of parts) {
    let block = -1;
    let records = int8Records(new Uint8Array(), dimensions);
    for (const run of rowRuns(file.ids, intersectChunkSets(live, wanted))) {
      for (let i = 0; i < run.length; i++) {
        const at = Math.floor((run.row + i) / file.vectorsPerBlock);
        if (at !== block) {
          signal?.throwIfAborted();
          records = int8Records(await file.readBlock(at), dimensions);
          block = at;
        }
        found.set(run.id + i, readRecord(records, run.row + i - at * file.vectorsPerBlock));
      }
    }
  }
  return found;
}
