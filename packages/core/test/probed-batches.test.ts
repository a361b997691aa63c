import type { Embedder } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { textSource } from '../src/index.ts';
import { probedBatches } from '../src/indexes/probed-batches.ts';
import { finish, openCubo } from './open-cubo.ts';

const good = hashingEmbedder({ dimensions: 64 });
/** All of them longer than the probe, as passages are. */
const texts = Array.from(
  { length: 20 },
  (_, i) => `Passage ${i} of the ${'long '.repeat(5 + ((i * 7) % 20))}lease ${i * i}.`,
);

/** An embedder whose batches go through a fault, and what it was called with. */
function faulty(fault: (vectors: Float32Array[], texts: readonly string[]) => Float32Array[], maxBatch = 64) {
  const calls: (readonly string[])[] = [];
  const embedder: Embedder = {
    ...good,
    maxBatch,
    async embedDocuments(given, options) {
      calls.push(given);
      return fault(await good.embedDocuments(given, options), given);
    },
  };
  return { embedder, calls };
}

const unchanged = (vectors: Float32Array[]) => vectors;

/** What becomes of the vectors of texts that are sorted by something, when nobody puts them back. */
function sortedBy(rank: (text: string) => number) {
  return (vectors: Float32Array[], given: readonly string[]) =>
    [...given.keys()]
      .sort((a, b) => rank(given[a] as string) - rank(given[b] as string))
      .map((i) => vectors[i] as Float32Array);
}

describe('vectors in another order than the texts are refused at the first batch', () => {
  test.each<[string, (vectors: Float32Array[], texts: readonly string[]) => Float32Array[]]>([
    ['reversed', (vectors) => vectors.toReversed()],
    ['shifted by one', (vectors) => [...vectors.slice(1), ...vectors.slice(0, 1)]],
    ['shortest first', sortedBy((text) => text.length)],
    ['longest first', sortedBy((text) => -text.length)],
    ['in halves', (vectors) => [...vectors.slice(vectors.length / 2), ...vectors.slice(0, vectors.length / 2)]],
    ['all alike', (vectors) => vectors.map(() => vectors[0] as Float32Array)],
    [
      'mixed up with others',
      (vectors) => vectors.map((v, i) => v.map((x, k) => x + (vectors[(i + 1) % vectors.length]?.[k] ?? 0))),
    ],
    ['without content', (vectors) => (vectors.length > 1 ? vectors.map(() => new Float32Array(64)) : vectors)],
  ])('%s', async (_, fault) => {
    for (const count of [5, 7, 20]) {
      const { embedder } = faulty(fault);
      await expect(probedBatches(embedder).embed(texts.slice(0, count))).rejects.toMatchObject({
        code: 'CUBO_EMBEDDER_INVALID',
        message: expect.stringMatching(/another vector among others than alone \(cosine .*\d\)/),
      });
    }
  });
});

test('a fault that spares the place of the first probe is found by a later one', async () => {
  const swapped = (vectors: Float32Array[]) => [vectors[1], vectors[0], ...vectors.slice(2)] as Float32Array[];
  const { embedder } = faulty((vectors) => (vectors.length > 1 ? swapped(vectors) : vectors));
  const batches = probedBatches(embedder);
  const ingest = async () => {
    for (let i = 0; i < 200; i++) await batches.embed(texts.slice(0, 10));
  };
  await expect(ingest()).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_INVALID' });
});

test('vectors of texts come back without that of the probe', async () => {
  const { embedder } = faulty(unchanged);
  const batches = probedBatches(embedder);
  const expected = await good.embedDocuments(texts);
  for (let i = 0; i < 12; i++) expect(await batches.embed(texts)).toEqual(expected);
});

test('one text in 64 is a probe, and no call has more texts than the embedder takes', async () => {
  for (const maxBatch of [2, 3, 5, 16, 64]) {
    const { embedder, calls } = faulty(unchanged, maxBatch);
    const batches = probedBatches(embedder);
    let count = 0;
    while (count < 1280) {
      const { size } = batches;
      await batches.embed(Array.from({ length: size }, () => `text ${count++}`));
    }
    const probes = calls.flat().length - count;
    expect(Math.max(...calls.map(({ length }) => length))).toBe(maxBatch);
    expect(probes).toBeGreaterThan(10);
    expect(probes).toBeLessThanOrEqual(1280 / 64 + 2);
  }
});

test('where there is no order, nothing is probed', async () => {
  const one = faulty(unchanged, 1);
  const serial = probedBatches(one.embedder);
  expect(serial.size).toBe(1);
  await serial.embed(['a lease']);
  const many = faulty(unchanged);
  await probedBatches(many.embedder).embed(['a lease']);
  expect([one.calls, many.calls]).toEqual([[['a lease']], [['a lease']]]);
});

test('a vector may differ a little, and texts may be without content', async () => {
  const noise = faulty((vectors) => vectors.map((vector) => vector.map((x, i) => x + (i % 2 === 0 ? 0.01 : -0.01))));
  expect(await probedBatches(noise.embedder).embed(texts)).toHaveLength(20);
  const nothing = faulty((vectors) => vectors.map(() => new Float32Array(64)));
  expect(await probedBatches(nothing.embedder).embed(texts)).toHaveLength(20);
});

test('nothing of a batch in another order is stored', async () => {
  let isReversed = true;
  const { embedder } = faulty((vectors) => (isReversed ? vectors.toReversed() : vectors));
  const { cubo } = await openCubo({ embedder });
  const source = textSource({ uri: 'leases:1', text: texts.map((text) => `# ${text}\n\n${text}`).join('\n\n') });
  await expect(finish(cubo.ingest([source]))).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_INVALID' });
  expect((await cubo.status()).dense).toMatchObject({ chunks: 0, coverage: 0 });
  isReversed = false;
  await finish(cubo.ingest([source]));
  expect((await cubo.status()).dense).toMatchObject({ coverage: 1 });
});
