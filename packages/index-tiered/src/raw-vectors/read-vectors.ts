import { chunkSetFromIds, intersectChunkSets } from '@cubo/contracts';
import { rowRuns } from './row-runs.ts';
import type { VectorBuffer } from './vector-buffer.ts';
import type { VectorShape } from './vector-file.ts';
import type { VectorPart } from './vector-source.ts';

/** The vectors of some ids, from a buffer and the live ids of files; those that are nowhere are not among them. */
export async function readVectors(
  ids: readonly number[],
  { encoding, dimensions }: VectorShape,
  buffer: VectorBuffer,
  parts: readonly VectorPart[],
  signal: AbortSignal | undefined,
): Promise<Map<number, Float32Array>> {
  const wanted = chunkSetFromIds(ids);
  const found = new Map<number, Float32Array>();
  const size = encoding.bytes(dimensions);
  const buffered = buffer.records();

  function take(id: number, records: Uint8Array, row: number): void {
    const vector = new Float32Array(dimensions);
    encoding.read(records, row * size, vector);
    found.set(id, vector);
  }
  for (const { id, row, length } of buffer.runs(intersectChunkSets(buffer.ids(), wanted))) {
    for (let i = 0; i < length; i++) take(id + i, buffered, row + i);
  }
  for (const { file, live } of parts) {
    for (const run of rowRuns(file.ids, intersectChunkSets(live, wanted))) {
      signal?.throwIfAborted();
      const records = await file.read(run.row, run.length);
      for (let i = 0; i < run.length; i++) take(run.id + i, records, i);
    }
  }
  return found;
}
