import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { nodeFileLayer, type ReadableFile } from '@cubo/library';
import type { InvertedList } from '../../src/inverted-file/inverted-file.ts';
import { type InvertedFileContent, writeInvertedFile } from '../../src/inverted-file/write-inverted-file.ts';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** What {@link makeContent} makes an inverted file from. */
export interface ContentShape {
  readonly parts: number;
  /** Dimensions of a part. */
  readonly width: number;
  /** The ids of each list. */
  readonly lists: readonly (readonly number[])[];
  readonly byResidual?: boolean;
  readonly probes?: number;
  readonly description?: Record<string, unknown>;
  readonly seed?: number;
}

/** Content of an inverted file with random centroids and codes. */
export function makeContent(shape: ContentShape): InvertedFileContent & { readonly lists: readonly InvertedList[] } {
  const { parts, width, byResidual = true, probes = 1, description = {}, seed = 1 } = shape;
  const dimensions = parts * width;
  const flat = (vectors: Float32Array[]) => Float32Array.from(vectors.flatMap((vector) => [...vector]));
  const lists = shape.lists.map((ids, list) => ({
    codes: Uint8Array.from(
      flat(randomVectors(ids.length, parts + 1, seed + 100 + list)).subarray(0, ids.length * parts),
      (value) => value * 1e4,
    ),
    ids: Float64Array.from(ids),
  }));
  return {
    dimensions,
    parts,
    byResidual,
    probes,
    coarseCentroids: flat(randomVectors(lists.length, dimensions, seed)),
    productCentroids: flat(randomVectors(256, dimensions, seed + 1)),
    sizes: lists.map(({ ids }) => ids.length),
    lists,
    readList: (list) => lists[list] as InvertedList,
    description,
  };
}

const directory = temporaryDirectory();

/** Writes an inverted file and gives its path. */
export async function writeContent(content: InvertedFileContent): Promise<string> {
  const path = newPath();
  const file = await nodeFileLayer.create(path);
  await writeInvertedFile(file, content);
  await file.close();
  return path;
}

/** The path of a file that is not there yet. */
export function newPath(): string {
  return join(directory, `${randomInt(2 ** 47)}.ivfpq`);
}

/** Opens a file while `use` runs. */
export async function withFile<T>(path: string, use: (file: ReadableFile) => Promise<T>): Promise<T> {
  const file = await nodeFileLayer.open(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
