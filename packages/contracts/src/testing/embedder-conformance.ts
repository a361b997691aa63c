import assert from 'node:assert/strict';
import { isCuboError } from '../errors/cubo-error.ts';
import type { Embedder } from '../models/embedder.ts';
import { assertAborts } from './assert-aborts.ts';
import { assertQueryVector, assertSameVectors, assertVector } from './assert-vectors.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { sampleTexts } from './sample-texts.ts';

/** What {@link embedderConformance} needs. */
export interface EmbedderConformanceOptions {
  /** Makes the embedder under test; called anew for each check. */
  create(): Embedder | Promise<Embedder>;
  /** At least two different texts that it has something to say about. Default: English sentences. */
  readonly texts?: readonly string[] | undefined;
}

const oddTexts: readonly string[] = [
  '',
  ' \n\t',
  '?!…',
  '😀👩‍👩‍👧',
  'lone \ud800 surrogate',
  'nul \0 character',
  'ärger, straße, ΣΊΣΥΦΟΣ, 日本語',
  'word '.repeat(20_000),
  'x'.repeat(50_000),
];

/** The checks that every {@link Embedder} must pass. */
export function embedderConformance({
  create,
  texts = sampleTexts(12),
}: EmbedderConformanceOptions): ConformanceCheck[] {
  const [a = '', b = ''] = texts;
  assert.ok(texts.length >= 2 && a !== b, 'embedderConformance needs two different texts');

  const check = (name: string, run: (embedder: Embedder) => Promise<void>): ConformanceCheck => ({
    name,
    run: async () => run(await create()),
  });
  return [
    check('describes itself', async (embedder) => {
      assert.ok(embedder.id.trim() !== '', 'the id is empty');
      assert.ok(embedder.fingerprint !== '', 'the fingerprint is empty');
      assert.ok(Number.isSafeInteger(embedder.dimensions) && embedder.dimensions > 0, 'dimensions must be positive');
      assert.ok(Number.isSafeInteger(embedder.maxBatch) && embedder.maxBatch > 0, 'maxBatch must be positive');
    }),
    check('keeps its fingerprint and its dimensions', async (embedder) => {
      const { fingerprint, dimensions } = embedder;
      await embedAll(embedder, texts);
      assert.equal(embedder.fingerprint, fingerprint, 'the fingerprint changed by embedding');
      assert.equal(embedder.dimensions, dimensions, 'the dimensions changed by embedding');
      assert.equal((await create()).fingerprint, fingerprint, 'the same embedder has another fingerprint');
    }),
    check('gives one vector of unit length or zero for each text', async (embedder) => {
      const vectors = await embedder.embedDocuments(texts.slice(0, embedder.maxBatch));
      assert.equal(
        vectors.length,
        Math.min(texts.length, embedder.maxBatch),
        'another number of vectors than of texts',
      );
      for (const [index, vector] of vectors.entries()) assertVector(vector, embedder.dimensions, `text ${index}`);
    }),
    check('gives a query a vector of at most unit length', async (embedder) => {
      assertQueryVector(await embedder.embedQuery(a), embedder.dimensions, 'the query');
    }),
    check('tells texts apart', async (embedder) => {
      const [first, second] = await embedAll(embedder, [a, b]);
      assert.ok(first?.some((value) => value !== 0) === true, 'the first text has the zero vector');
      assert.ok(
        first.some((value, i) => value !== second?.[i]),
        'two different texts have the same vector',
      );
    }),
    check('keeps the order of a batch', async (embedder) => {
      const batch = texts.slice(0, embedder.maxBatch);
      const single: Float32Array[] = [];
      for (const text of batch) single.push(...(await embedder.embedDocuments([text])));
      assertSameVectors(await embedder.embedDocuments(batch), single, 'a batch against its texts one by one');
    }),
    check('takes an empty batch', async (embedder) => {
      assert.deepEqual(await embedder.embedDocuments([]), []);
    }),
    check('takes a batch of maxBatch', async (embedder) => {
      const size = Math.min(embedder.maxBatch, 512);
      const batch = Array.from({ length: size }, (_, i) => texts[i % texts.length] as string);
      assert.equal((await embedder.embedDocuments(batch)).length, size, 'another number of vectors than of texts');
    }),
    check('refuses a batch over maxBatch or answers it in full', async (embedder) => {
      if (embedder.maxBatch > 4096) return;
      const batch = Array.from({ length: embedder.maxBatch + 1 }, (_, i) => texts[i % texts.length] as string);
      try {
        assert.equal((await embedder.embedDocuments(batch)).length, batch.length, 'it dropped texts of the batch');
      } catch (error) {
        if (!isCuboError(error, 'CUBO_BAD_ARGUMENT')) throw error;
      }
    }),
    check('survives odd texts', async (embedder) => {
      for (const text of oddTexts) {
        const name = JSON.stringify(text.slice(0, 30));
        for (const vector of await embedder.embedDocuments([text])) assertVector(vector, embedder.dimensions, name);
        assertQueryVector(await embedder.embedQuery(text), embedder.dimensions, `the query ${name}`);
      }
    }),
    check('gives the same vectors again, whatever its caller does with them', async (embedder) => {
      const first = await embedAll(embedder, [a, b]);
      const kept = first.map((vector) => vector.slice());
      for (const vector of first) vector.fill(9);
      assertSameVectors(await embedAll(embedder, [a, b]), kept, 'the second call');
      const query = await embedder.embedQuery(a);
      const keptQuery = query.slice();
      query.fill(9);
      assertSameVectors([await embedder.embedQuery(a)], [keptQuery], 'the second query');
    }),
    check('answers calls that run at the same time', async (embedder) => {
      const expected = await embedAll(embedder, [a, b, a]);
      const together = await Promise.all([a, b, a].map((text) => embedder.embedDocuments([text])));
      assertSameVectors(together.flat(), expected, 'calls at the same time');
    }),
    check('honours an aborted signal', async (embedder) => {
      await assertAborts((signal) => embedder.embedDocuments([a], { signal }), 'embedDocuments()');
      await assertAborts((signal) => embedder.embedQuery(a, { signal }), 'embedQuery()');
    }),
    check('embeds again after unload()', async (embedder) => {
      await embedder.load?.();
      const before = await embedAll(embedder, [a]);
      await embedder.unload?.();
      assertSameVectors(await embedAll(embedder, [a]), before, 'the vectors after unload()');
    }),
  ];
}

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let i = 0; i < texts.length; i += embedder.maxBatch) {
    vectors.push(...(await embedder.embedDocuments(texts.slice(i, i + embedder.maxBatch))));
  }
  return vectors;
}
