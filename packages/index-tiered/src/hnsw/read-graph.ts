import { indexCorrupt, type ReadableFile } from '@cubo/library';
import type { Kernels } from '../kernels/kernels.ts';
import { type CheckedReader, checkedReader } from './checked-reader.ts';
import { none } from './graph-ids.ts';
import { addVertexLists, type GraphState, graphState } from './graph-state.ts';
import { graphOf, type HnswGraph } from './hnsw-graph.ts';
import { linkReader } from './link-reader.ts';
import { addRecord, hasValidScale, reserveRecord } from './record-store.ts';
import {
  decodeSnapshotHeader,
  idBytes,
  numberBytes,
  type SnapshotHeader,
  snapshotHeaderBytes,
} from './snapshot-header.ts';
import { vertexLevel } from './vertex-level.ts';

/** How many records are asked for at once. */
const recordsPerBatch = 1024;

/** Options of {@link readGraph}. */
export interface ReadGraphOptions {
  /** Where records are kept and compared. */
  readonly kernels: Kernels;
  /** Dimensions that the graph must have. */
  readonly dimensions: number;
  /** Reads the records of some ids, one behind the other; `undefined` if they are not all there. */
  readonly records: (ids: readonly number[]) => Promise<Uint8Array | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a graph from its snapshot and the records of its vertices. It finds the same, and goes on to the same graph, as
 * the one that was written.
 *
 * Throws `CUBO_INDEX_CORRUPT` for a file that is not a whole snapshot, or is one of other dimensions or of vectors that
 * are not there: a graph can be built again from the vectors. Throws `CUBO_MEMORY_EXCEEDED` when there is no room.
 */
export async function readGraph(file: ReadableFile, options: ReadGraphOptions): Promise<HnswGraph> {
  const reader = checkedReader(file, options.signal);
  const { header, levels } = await readHeader(file, reader, options.dimensions);
  const state = graphState(options.kernels, header.parameters);
  const firstIds = await readIds(file, reader, header, state);
  addVertexLists(state, levels);
  await readLinks(file, reader, header, state, levels);
  const checksum = reader.checksum();
  await reader.read(numberBytes, (view) => {
    if (view.getUint32(0, true) !== checksum) throw indexCorrupt(file.path, 'does not match its checksum');
  });
  await readRecords(file, firstIds, state, options);
  return graphOf(state);
}

/** Reads the header, and draws the highest level of each vertex. All that it tells of lies within the file. */
async function readHeader(
  file: ReadableFile,
  reader: CheckedReader,
  dimensions: number,
): Promise<{ header: SnapshotHeader; levels: Uint8Array }> {
  if (file.bytes < snapshotHeaderBytes) throw indexCorrupt(file.path, 'is too short to be a snapshot of a graph');
  const bytes = new Uint8Array(snapshotHeaderBytes);
  await reader.read(snapshotHeaderBytes, ({ buffer, byteOffset, byteLength }) => {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength));
  });
  const header = decodeSnapshotHeader(bytes);
  if (typeof header === 'string') throw indexCorrupt(file.path, header);
  const { parameters, ids, vertices, links } = header;
  if (parameters.dimensions !== dimensions) {
    throw indexCorrupt(file.path, `holds a graph of ${parameters.dimensions} dimensions, not ${dimensions}`);
  }
  // Without the lists of upper levels, of which there may be more than the file has bytes.
  const atLeast = snapshotHeaderBytes + ids * (idBytes + numberBytes) + (vertices + links + 1) * numberBytes;
  const levels = new Uint8Array(atLeast <= file.bytes ? vertices : 0);
  let upperLists = 0;
  for (let vertex = 0; vertex < levels.length; vertex++) {
    levels[vertex] = vertexLevel(parameters.seed, vertex, parameters.m);
    upperLists += levels[vertex] as number;
  }
  const told = atLeast + upperLists * numberBytes;
  if (told !== file.bytes) {
    throw indexCorrupt(file.path, `has ${file.bytes} bytes where its header tells of at least ${told}`);
  }
  return { header, levels };
}

/** Reads the ids and their vertices; gives the first id of each vertex. */
async function readIds(
  file: ReadableFile,
  reader: CheckedReader,
  { ids, vertices }: SnapshotHeader,
  state: GraphState,
): Promise<Float64Array> {
  const values = new Float64Array(ids);
  let read = 0;
  await reader.read(ids * idBytes, (view) => {
    for (let at = 0; at < view.byteLength; at += idBytes) {
      const id = Number(view.getBigUint64(at, true));
      if (!Number.isSafeInteger(id)) throw indexCorrupt(file.path, `holds ${id}, which is not a chunk id`);
      values[read++] = id;
    }
  });
  const firstIds = new Float64Array(vertices);
  let begun = 0;
  await reader.read(ids * numberBytes, (view) => {
    for (let at = 0; at < view.byteLength; at += numberBytes) {
      const id = values[state.ids.size] as number;
      const vertex = view.getUint32(at, true);
      if (state.ids.has(id)) throw indexCorrupt(file.path, `holds chunk ${id} twice`);
      if (vertex !== none && vertex > begun)
        throw indexCorrupt(file.path, `names vertex ${vertex} after ${begun} others`);
      if (vertex === begun) {
        if (begun === vertices) throw indexCorrupt(file.path, `has ids for more than ${vertices} vertices`);
        firstIds[begun++] = id;
      }
      state.ids.reserve();
      state.ids.append(id, vertex);
    }
  });
  if (begun !== vertices) throw indexCorrupt(file.path, `has ids for ${begun} of ${vertices} vertices`);
  return firstIds;
}

async function readLinks(
  file: ReadableFile,
  reader: CheckedReader,
  { links }: SnapshotHeader,
  state: GraphState,
  levels: Uint8Array,
): Promise<void> {
  const lists = linkReader(state, levels);
  await reader.read((state.ground.size + state.upper.size + links) * numberBytes, (view) => {
    const reason = lists.take(view);
    if (reason !== undefined) throw indexCorrupt(file.path, reason);
  });
  if (!lists.isComplete()) throw indexCorrupt(file.path, 'ends within its links');
}

async function readRecords(
  file: ReadableFile,
  firstIds: Float64Array,
  { records }: GraphState,
  options: ReadGraphOptions,
): Promise<void> {
  for (let from = 0; from < firstIds.length; from += recordsPerBatch) {
    options.signal?.throwIfAborted();
    const ids = [...firstIds.subarray(from, from + recordsPerBatch)];
    const bytes = await options.records(ids);
    if (bytes?.length !== ids.length * records.recordBytes) {
      throw indexCorrupt(file.path, 'is of vectors that the index does not hold');
    }
    for (const [index, id] of ids.entries()) {
      const record = bytes.subarray(index * records.recordBytes, (index + 1) * records.recordBytes);
      if (!hasValidScale(record))
        throw indexCorrupt(file.path, `is of a vector, that of chunk ${id}, which is damaged`);
      reserveRecord(records);
      addRecord(records, record);
    }
  }
}
