import { compareHits, type Hit } from '@cubo/contracts';
import { type HnswGraph, type HnswGraphOptions, hnswGraph } from '../../src/hnsw/hnsw-graph.ts';
import { createKernels } from '../../src/kernels/create-kernels.ts';
import { int8Encoding } from '../../src/raw-vectors/int8-encoding.ts';

/** The int8 record of a vector. */
export function recordOf(vector: Float32Array): Uint8Array {
  const record = new Uint8Array(int8Encoding.bytes(vector.length));
  int8Encoding.write(record, 0, vector);
  return record;
}

/** The graph of vectors; their indexes are their ids. */
export function graphOfVectors(
  vectors: readonly Float32Array[],
  options: Partial<HnswGraphOptions> & { readonly dimensions: number },
): HnswGraph {
  const graph = hnswGraph({ kernels: createKernels(), ...options });
  for (const [id, vector] of vectors.entries()) graph.add(id, recordOf(vector));
  return graph;
}

/** A search of all records: finds the best of the ids that are accepted, with scores above 0. */
export function bruteForce(
  vectors: readonly Float32Array[],
): (query: Float32Array, limit: number, accepts?: (id: number) => boolean) => Hit[] {
  const rounded = vectors.map((vector) => {
    const read = new Float32Array(vector.length);
    int8Encoding.read(recordOf(vector), 0, read);
    return read;
  });
  return (query, limit, accepts = () => true) =>
    rounded
      .map((vector, id) => ({ id, score: vector.reduce((sum, value, i) => sum + value * (query[i] as number), 0) }))
      .filter(({ id, score }) => score > 0 && accepts(id))
      .sort(compareHits)
      .slice(0, limit);
}

/** The share of `wanted` that is among `hits`. */
export function recallOf(hits: readonly Hit[], wanted: readonly Hit[]): number {
  const found = new Set(hits.map(({ id }) => id));
  return wanted.length === 0 ? 1 : wanted.filter(({ id }) => found.has(id)).length / wanted.length;
}

/** All pieces in one. */
export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
}
