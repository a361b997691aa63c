import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { normalize, syntheticVectors, vectorClusters } from './synthetic-vectors.ts';

/** Vectors of unit length and queries, as files of float32 numbers that every program can read. */
export interface VectorSet {
  readonly name: string;
  readonly dimensions: number;
  readonly vectors: number;
  readonly queries: number;
  /** Row-major without a header; the number of a vector is its row. */
  readonly corpusFile: string;
  readonly queryFile: string;
}

/** Writes a set of made-up vectors into a folder. Corpus and queries are drawn from the same clusters. */
export async function writeSyntheticSet(
  directory: string,
  options: { vectors: number; dimensions: number; queries: number; seed: number },
): Promise<VectorSet> {
  const { vectors, dimensions, queries, seed } = options;
  const name = `synthetic-${vectors}x${dimensions}`;
  const clusters = vectorClusters({ seed, vectors, dimensions });
  const files = filesOf(directory, name);
  await writeBlocks(files.corpusFile, syntheticVectors(clusters, { seed: seed + 1, vectors }));
  await writeBlocks(files.queryFile, syntheticVectors(clusters, { seed: seed + 2, vectors: queries }));
  return { name, dimensions, vectors, queries, ...files };
}

/** Dimensions of the real vectors. */
export const realDimensions = 512;
const corpusEnd = '.corpus.use.f32';

/** The names of the sets of real vectors in a folder, which may be missing. */
export function realSetNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(corpusEnd) && existsSync(join(folder, queriesOf(basename(file, corpusEnd)))))
    .map((file) => basename(file, corpusEnd))
    .sort();
}

const queriesOf = (name: string) => `${name}.queries.use.f32`;

/** The files of a set of real vectors. */
export function realFiles(folder: string, name: string): { corpus: string; queries: string } {
  return { corpus: join(folder, `${name}${corpusEnd}`), queries: join(folder, queriesOf(name)) };
}

/** Copies a set of real vectors, at unit length, into a folder; at most so many of its queries. */
export async function writeRealSet(
  directory: string,
  options: { folder: string; name: string; queries: number },
): Promise<VectorSet> {
  const { folder, name } = options;
  const dimensions = realDimensions;
  const files = filesOf(directory, name);
  const { corpus, queries } = realFiles(folder, name);
  const vectors = (await stat(corpus)).size / (4 * dimensions);
  const held = (await stat(queries)).size / (4 * dimensions);
  const used = Math.min(held, options.queries);
  await writeBlocks(files.corpusFile, normalizedRows(corpus, dimensions, vectors));
  await writeBlocks(files.queryFile, normalizedRows(queries, dimensions, used));
  return { name, dimensions, vectors, queries: used, ...files };
}

function filesOf(directory: string, name: string): Pick<VectorSet, 'corpusFile' | 'queryFile'> {
  return { corpusFile: join(directory, `${name}.corpus.f32`), queryFile: join(directory, `${name}.queries.f32`) };
}

async function writeBlocks(path: string, blocks: Iterable<Float32Array> | AsyncIterable<Float32Array>): Promise<void> {
  const file = createWriteStream(path);
  for await (const block of blocks) {
    const isFull = !file.write(new Uint8Array(block.buffer, block.byteOffset, block.byteLength));
    if (isFull) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

async function* normalizedRows(path: string, dimensions: number, rows: number): AsyncGenerator<Float32Array> {
  const bytes = 4 * dimensions;
  const end = rows * bytes - 1;
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { end })) {
    const all = Buffer.concat([rest, piece as Buffer]);
    const whole = all.length - (all.length % bytes);
    const block = new Float32Array(whole / 4);
    new Uint8Array(block.buffer).set(all.subarray(0, whole));
    for (let at = 0; at < block.length; at += dimensions) normalize(block.subarray(at, at + dimensions));
    rest = all.subarray(whole);
    yield block;
  }
}
