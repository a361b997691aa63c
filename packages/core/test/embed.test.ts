import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test, vi } from 'vitest';
import { createCubo } from '../src/index.ts';
import { loadableEmbedder } from './models/loadable-embedder.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

// Threads that run the sources load them anew, which takes its time on a busy computer.
vi.setConfig({ testTimeout: 150_000 });

const texts = {
  'lease.txt': 'The tenant pays the rent in June. The landlord waits for the rent.',
  'boat.txt': 'The sailor hoists the sail. The boat leaves the harbour under sail.',
};

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

async function similarity(cubo: Awaited<ReturnType<typeof openCubo>>['cubo'], one: string, other: string) {
  const embedded = await cubo.embed([one, other]);
  const [a, b] = embedded?.vectors ?? [];
  return a && b && cosine(a, b);
}

test.each([0, 1])('the trained embedder gives vectors of texts, with %i threads that search', async (workers) => {
  const { cubo, documents, directory } = await openCubo({ workers });
  expect(await cubo.embed(['The rent.']), 'not trained yet').toBeUndefined();
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  const embedded = await cubo.embed(['tenant and landlord', 'tenant and landlord', 'xyzzy']);
  expect(embedded).toMatchObject({ embedder: 'latent', fingerprint: expect.stringContaining('latent') });
  const [a, b, unknown] = embedded?.vectors ?? [];
  expect(a).toHaveLength(embedded?.dimensions ?? 0);
  expect(cosine(a as Float32Array, b as Float32Array)).toBeCloseTo(1, 5);
  expect(unknown?.every((value) => value === 0)).toBe(true);
  expect(await cubo.embed([])).toMatchObject({ embedder: 'latent', vectors: [] });
  // By what the library says of them, and not by their words.
  const near = await similarity(cubo, 'the tenant', 'the rent');
  expect(near).toBeGreaterThan(((await similarity(cubo, 'the tenant', 'the sail')) ?? 1) + 0.3);
  expect((await cubo.status()).models).toMatchObject([{ kind: 'embedder', id: 'latent', state: 'ready' }]);
  // In the memory of this process, whichever thread holds it, no longer than it is wanted.
  await cubo.unload();
  const models = join(directory, 'library', 'models');
  for (const name of await readdir(models)) await rm(join(models, name), { recursive: true });
  await expect(cubo.embed(['the tenant'])).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
});

test.each([0, 1])('an embedder of the host is asked in its thread, with %i threads that search', async (workers) => {
  const embedder = loadableEmbedder();
  const { cubo } = await openCubo({ embedder, workers });
  const embedded = await cubo.embed(['one', 'two', 'three']);
  expect(embedded).toMatchObject({ embedder: 'loadable', fingerprint: embedder.fingerprint, dimensions: 64 });
  expect(embedded?.vectors).toEqual(await hashingEmbedder().embedDocuments(['one', 'two', 'three']));
  expect(embedder.loads).toBe(1);
  await cubo.unload();
  expect([embedder.isLoaded, embedder.faults]).toEqual([false, []]);
});

test('as long as other vectors are in use, their embedder is asked', async () => {
  const { cubo, documents, directory } = await openCubo();
  await writeFiles(documents, texts);
  await finish(cubo.ingest(documents));
  await cubo.close();
  const path = join(directory, 'library');
  await using migrating = await createCubo({ path, embedder: hashingEmbedder(), threads: false, workers: 0 });
  expect(await migrating.embed(['rent'])).toMatchObject({ embedder: 'latent' });
  await migrating.migrate();
  expect(await migrating.embed(['rent'])).toMatchObject({ embedder: 'hashing' });
});

test('without an embedder there are no vectors, and bad arguments are refused', async () => {
  const { cubo } = await openCubo({ embedder: false });
  expect(await cubo.embed(['a'])).toBeUndefined();
  for (const given of ['a', [1], undefined]) {
    await expect(cubo.embed(given as never)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  }
  await expect(cubo.embed(['a'], { limit: 1 } as never)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  await cubo.close();
  await expect(cubo.embed(['a'])).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
});

test('a model that fails is told, and left alone after failures in a row; an abort is heard at once', async () => {
  const embedder = loadableEmbedder();
  const { cubo } = await openCubo({ embedder });
  embedder.failRequests(new Error('out of memory'));
  const failed = { code: 'CUBO_EMBEDDER_FAILED', remedy: 'Check that its model is available.' };
  await expect(cubo.embed(['a'])).rejects.toMatchObject(failed);
  await expect(cubo.embed(['a'])).rejects.toMatchObject(failed);
  embedder.failRequests(undefined);
  await expect(cubo.embed(['a']), 'too early').rejects.toMatchObject({ code: 'CUBO_EMBEDDER_FAILED' });
  const release = embedder.hold('requests');
  await expect(cubo.embed(['a'], { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  release();
});
