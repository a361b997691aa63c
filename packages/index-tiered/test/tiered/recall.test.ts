import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** Real sentence embeddings of 512 dimensions; rows of float32, little-endian. */
const shared = fileURLToPath(new URL('../../../../../shared/eval/vectors', import.meta.url));

function readVectors(name: string, dimensions: number): Float32Array[] {
  const bytes = readFileSync(join(shared, name));
  const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  return Array.from({ length: values.length / dimensions }, (_, row) => {
    const vector = values.slice(row * dimensions, (row + 1) * dimensions);
    const length = Math.hypot(...vector);
    return length === 0 ? vector : vector.map((value) => value / length);
  });
}

function innerProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** The share of the ten nearest by exact float32 vectors that the tier finds among its ten nearest. */
async function recallAt10(corpus: readonly Float32Array[], queries: readonly Float32Array[]): Promise<number> {
  const dimensions = corpus[0]?.length ?? 0;
  const tier = await openTieredVectors({ directory: temporaryDirectory(), files: nodeFileLayer, dimensions });
  await tier.add({ ids: corpus.map((_, id) => id), vectors: corpus });
  await tier.flush();
  let found = 0;
  let wanted = 0;
  for (const query of queries) {
    const exact = corpus
      .map((vector, id) => ({ id, score: innerProduct(vector, query) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, 10);
    const hits = new Set((await tier.search(query, { limit: 10 })).map(({ id }) => id));
    found += exact.filter(({ id }) => hits.has(id)).length;
    wanted += exact.length;
  }
  await tier.close();
  return found / wanted;
}

test.for(['anthropic-docs', 'medline', 'scifact'])(
  'rounding to int8 keeps the ten nearest of %s',
  async (set, { skip }) => {
    skip(!existsSync(shared), 'the shared vectors are not there');
    const corpus = readVectors(`${set}.corpus.use.f32`, 512);
    const queries = readVectors(`${set}.queries.use.f32`, 512).slice(0, 100);
    const recall = await recallAt10(corpus, queries);
    console.info(
      `recall@10 of int8 on ${set} (${corpus.length} vectors, ${queries.length} queries): ${recall.toFixed(4)}`,
    );
    expect(recall).toBeGreaterThan(0.98);
  },
);

test('rounding to int8 keeps the ten nearest of random vectors', async () => {
  expect(await recallAt10(randomVectors(2000, 128, 1), randomVectors(30, 128, 2))).toBeGreaterThan(0.97);
});
