import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import type { VectorTier } from '@cubo/contracts';
import { type FaissTierOptions, openFaissTier } from '@cubo/index-tiered/faiss';
import { nodeFileLayer } from '@cubo/library';
import { describe, expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { faissPackage } from './packages.ts';

const dimensions = 16;
const vectors = randomVectors(1200, dimensions, 41);

type Options = Partial<FaissTierOptions> & { factory: string };
const open = (directory: string, options: Options) =>
  openFaissTier({
    ...{ directory, files: nodeFileLayer, dimensions, package: faissPackage.path, scanBytes: 0, background: false },
    ...options,
  });

const add = (tier: VectorTier, from: number, to: number) =>
  tier.add({ ids: vectors.slice(from, to).map((_, i) => from + i), vectors: vectors.slice(from, to) });

async function partOf(tier: VectorTier, id: number): Promise<string | undefined> {
  const [hit] = await tier.search(vectors[id] as Float32Array, { limit: 1 });
  expect(hit?.id).toBe(id);
  return hit?.origin?.part;
}

/** How many of 150 vectors FAISS finds in the lists that it reads, on average. */
function labelsFound(directory: string): number {
  const { Index } = createRequire(import.meta.url)(faissPackage.path);
  const folder = join(directory, 'faiss');
  const name = readdirSync(folder).find((each) => extname(each) === '.faiss') as string;
  const index = Index.read(join(folder, name));
  const queries = vectors.slice(0, 40);
  const found = queries.map((query) => {
    const { labels } = index.search(Array.from(query), 150) as { labels: number[] };
    return labels.filter((label) => label >= 0).length;
  });
  return found.reduce((sum, each) => sum + each, 0) / queries.length;
}

const title = faissPackage.missing === undefined ? 'FAISS' : `FAISS (skipped: ${faissPackage.missing})`;
describe.skipIf(faissPackage.missing)(title, () => {
  test('makes indexes of many kinds', async () => {
    for (const factory of ['Flat', 'SQ8', 'IVF8,Flat', 'IVF8,PQ8x4', 'IVF8,PQ8x4fs', 'PCA12,IVF8,SQ8', 'HNSW8']) {
      const directory = temporaryDirectory();
      const tier = await open(directory, { factory, candidates: 14 });
      await add(tier, 0, 1200);
      await tier.optimize?.();
      expect(await partOf(tier, 700), factory).toBe('faiss');
      await tier.close();
    }
  }, 60_000);

  test('reads as many inverted lists as it was told, wherever they are in the file', async () => {
    for (const factory of ['IVF64,Flat', 'PCA12,IVF64,SQ8', 'IVF64,Flat,RFlat']) {
      const found: number[] = [];
      for (const probes of [1, 64, undefined]) {
        const directory = temporaryDirectory();
        const tier = await open(directory, { factory, probes });
        await add(tier, 0, 1200);
        await tier.optimize?.();
        await tier.close();
        found.push(labelsFound(directory));
      }
      const [one, every, usual] = found as [number, number, number];
      expect(one, factory).toBeLessThan(60);
      expect(every, factory).toBe(150);
      expect(usual, factory).toBeGreaterThan(2 * one);
    }
  }, 60_000);

  test('an index that FAISS cannot fill is an error, and the vectors are found without', async () => {
    const tier = await open(temporaryDirectory(), { factory: 'IDMap2,Flat' });
    await add(tier, 0, 1200);
    await expect(tier.optimize?.()).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringContaining('FAISS (IDMap2,Flat) could not add vectors: '),
    });
    expect(await partOf(tier, 9)).toBe('scan');
    await tier.close();
  });

  test('a factory string that FAISS refuses, or cannot carry out, does no harm to the process', async () => {
    // The last two end a process that tries them: for a number that is too large, and for memory that there is not.
    for (const factory of ['nonsense', 'IVF8,PQ5', 'IVF99999999999999999999,Flat', 'PQ2x30']) {
      const directory = temporaryDirectory();
      await expect(open(directory, { factory }), factory).rejects.toMatchObject({
        code: expect.stringMatching(/^CUBO_(BAD_ARGUMENT|MEMORY_EXCEEDED)$/),
        message: expect.stringContaining(`FAISS (${factory}) could not make an index: `),
      });
    }
  });

  test('scans until there are enough vectors to train the index, and makes it anew when there are many more', async () => {
    const directory = temporaryDirectory();
    const tier = await open(directory, { factory: 'IVF200,Flat', probes: 200 });
    await add(tier, 0, 150);
    await tier.optimize?.();
    expect(await partOf(tier, 9)).toBe('scan');
    await add(tier, 150, 310);
    await tier.optimize?.();
    // 64 candidates are more than an eighth of so few.
    expect(await partOf(tier, 9)).toBe('scan');
    const trained = () => {
      const name = readdirSync(join(directory, 'faiss')).find((each) => extname(each) === '.labels') as string;
      const bytes = readFileSync(join(directory, 'faiss', name));
      return (JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString()) as { trainedFor: number })
        .trainedFor;
    };
    expect(trained()).toBe(310);
    await add(tier, 310, 1200);
    await tier.optimize?.();
    expect(await partOf(tier, 9)).toBe('faiss');
    expect(trained()).toBe(310);
    await tier.add({ ids: [5000], vectors: [vectors[3] as Float32Array] });
    const many = randomVectors(100, dimensions, 8);
    await tier.add({ ids: many.map((_, i) => 6000 + i), vectors: many });
    await tier.optimize?.();
    expect(trained()).toBe(1301);
    await tier.close();
  });

  test('says that trainingBytes are too few where the vectors would do', async () => {
    const tier = await open(temporaryDirectory(), { factory: 'IVF200,Flat', trainingBytes: 100 * 4 * dimensions });
    await add(tier, 0, 1200);
    await expect(tier.optimize?.()).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringContaining('Raise trainingBytes, of which 100 vectors came, until 200 do'),
    });
    // They are there all the same.
    expect(await partOf(tier, 9)).toBe('scan');
    await tier.close();
  });
});
