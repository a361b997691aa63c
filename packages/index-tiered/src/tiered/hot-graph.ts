import { chunkIds, chunkSetFromIds } from '@cubo/contracts';
import { type IndexDirectory, type IndexFile, type IndexFileWriter, indexCorrupt } from '@cubo/library';
import { type HnswGraph, hnswGraph } from '../hnsw/hnsw-graph.ts';
import { readGraph } from '../hnsw/read-graph.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Pacer } from '../pacer.ts';
import { int8Copies } from '../raw-vectors/int8-copies.ts';
import { int8Encoding } from '../raw-vectors/int8-encoding.ts';
import { rowOf } from '../raw-vectors/rescore.ts';
import { openVectorFile, type VectorFile } from '../raw-vectors/vector-file.ts';
import { type VectorPart, vectorSource } from '../raw-vectors/vector-source.ts';
import { writeVectorFile } from '../raw-vectors/write-vector-file.ts';
import { extensions, type GraphFiles, type TierContext } from './tier-state.ts';

/** How a graph is built; see `hnswGraph` for the defaults. */
export interface GraphSettings {
  readonly m?: number | undefined;
  readonly efConstruction?: number | undefined;
}

/** Reads a graph and the records of its vertices, which are kept with it: those of the index may have been removed. */
export async function loadGraph(
  { directory, shape, createKernels }: TierContext,
  { graph, vectors }: GraphFiles,
  signal: AbortSignal | undefined,
): Promise<HnswGraph> {
  const { dimensions } = shape;
  const records = await openVectorFile(directory, vectors, { encoding: int8Encoding, dimensions });
  try {
    const file = await directory.open(graph);
    try {
      const read = async (ids: readonly number[]) => readRecords(records, ids, int8Encoding.bytes(dimensions));
      const loaded = await readGraph(file, { kernels: createKernels(), dimensions, records: read, signal });
      // What it lacks would be found in no way.
      if (loaded.size !== graph.ids.size) throw indexCorrupt(file.path, 'holds other chunks than its manifest says');
      return loaded;
    } finally {
      await file.close();
    }
  } finally {
    await records.release();
  }
}

function readRecords(file: VectorFile, ids: readonly number[], size: number): Uint8Array | undefined {
  const records = new Uint8Array(ids.length * size);
  for (const [i, id] of ids.entries()) {
    const row = rowOf(file, id);
    if (row < 0) return undefined;
    records.set(file.readSync(row, 1), i * size);
  }
  return records;
}

/** Makes an empty graph. */
export function emptyGraph({ shape, createKernels }: TierContext, settings: GraphSettings): HnswGraph {
  const kernels: Kernels = createKernels();
  return hnswGraph({ kernels, dimensions: shape.dimensions, ...settings });
}

/** Adds vectors of the index to a graph, in order. */
export async function growGraph(
  graph: HnswGraph,
  { shape }: TierContext,
  parts: readonly VectorPart[],
  pace: Pacer,
): Promise<void> {
  const size = int8Encoding.bytes(shape.dimensions);
  const asInt8 = int8Copies(shape);
  for await (const { count, ids, records } of vectorSource(shape, parts).batches(64)) {
    const rows = asInt8(records, count);
    for (let i = 0; i < count; i++) {
      graph.add(ids[i] as number, rows.subarray(i * size, (i + 1) * size));
      const pause = pace();
      if (pause !== undefined) await pause;
    }
  }
}

/** Writes a graph, and the records of its ids. */
export async function writeGraphFiles(
  { directory, shape }: TierContext,
  graph: HnswGraph,
  blockBytes: number,
  signal: AbortSignal,
): Promise<GraphFiles> {
  const ids = chunkSetFromIds(graph.ids());
  const written = await writeIndexFile(directory, extensions.graph, async (writer) => {
    for await (const piece of graph.snapshot()) {
      signal.throwIfAborted();
      await writer.write(piece);
    }
    return writer.finish(ids);
  });
  async function* records(): AsyncGenerator<Uint8Array> {
    for (const id of chunkIds(ids)) yield graph.record(id);
  }
  const { dimensions } = shape;
  const content = { encoding: int8Encoding, dimensions, ids, blockBytes, records: records(), signal };
  try {
    const vectors = await writeIndexFile(directory, extensions.graphVectors, (writer) =>
      writeVectorFile(writer, content),
    );
    return { graph: written, vectors };
  } catch (error) {
    await directory.discard([written]).catch(() => {});
    throw error;
  }
}

/** Writes a file of an index, and removes it if that fails. */
async function writeIndexFile(
  directory: IndexDirectory,
  extension: string,
  write: (writer: IndexFileWriter) => Promise<IndexFile>,
): Promise<IndexFile> {
  const writer = await directory.create(extension);
  try {
    return await write(writer);
  } catch (error) {
    // What went wrong first is what the caller must know.
    await writer.discard().catch(() => {});
    throw error;
  }
}
