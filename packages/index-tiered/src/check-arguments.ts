import { badArgument, type ChunkSet, type CuboError, type VectorBatch } from '@cubo/contracts';

/** Throws `CUBO_BAD_ARGUMENT` unless every vector can be added. */
export function checkBatch({ ids, vectors }: VectorBatch, dimensions: number): void {
  if (ids.length !== vectors.length) {
    throw badArgument(`A batch has ${ids.length} ids and ${vectors.length} vectors.`, 'Pass one vector for each id.');
  }
  for (const [index, id] of ids.entries()) {
    if (!Number.isSafeInteger(id) || id < 0) {
      throw badArgument(`${id} is not a chunk id.`, 'Ids are whole numbers from 0 to 2^53 - 1.');
    }
    checkVector(vectors[index] as Float32Array, dimensions, `The vector of chunk ${id}`);
  }
}

/** Throws `CUBO_BAD_ARGUMENT` unless the vector has the dimensions and is finite. */
export function checkVector(vector: Float32Array, dimensions: number, name: string): void {
  if (vector.length !== dimensions) {
    const message = `${name} has ${vector.length} dimensions; this index has ${dimensions}.`;
    throw badArgument(message, 'Use the embedder that the index was made for.');
  }
  for (let i = 0; i < dimensions; i++) {
    if (Number.isFinite(vector[i])) continue;
    throw badArgument(`${name} holds ${vector[i]} at ${i}.`, 'Pass vectors of finite numbers.');
  }
}

/** Throws `CUBO_BAD_ARGUMENT` unless the value is a whole number of at least `least`. */
export function checkCount(value: number, least: number, name: string): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw badArgument(`The option ${name} is ${value}.`, `Pass a whole number of at least ${least}.`);
}

/** Throws `CUBO_BAD_ARGUMENT` unless the value is a set of chunks: a list of ids is what one would pass first. */
export function checkChunkSet(set: ChunkSet, name: string): void {
  if (Array.isArray(set?.starts) && Array.isArray(set.ends)) return;
  const given = Array.isArray(set) ? 'a list' : typeof set;
  throw badArgument(`${name} is ${given}, not a set of chunks.`, 'Make one with chunkSetFromIds of @cubo/contracts.');
}

/** The error for an option with a value that it cannot have. */
export function unknownValue(name: string, value: unknown, expected: string): CuboError {
  return badArgument(`The option ${name} is ${JSON.stringify(value)}.`, `Pass ${expected}.`);
}
