import type { Embedder } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { recursiveChunker, textSource } from '../src/index.ts';
import { countingTiers } from './counting-tiers.ts';
import { finish, openCubo } from './open-cubo.ts';

const chunks = 4500;
const text = Array.from({ length: chunks }, (_, i) => `Sentence number ${10_000 + i} is short.`).join('\n\n');
const chunker = recursiveChunker({ maximumCharacters: 40, overlapCharacters: 0 });

test('an embedder that takes any number of texts is given them in batches, and an interruption repeats few', async () => {
  const hashing = hashingEmbedder({ dimensions: 4 });
  const batches: number[] = [];
  let left = 4300;
  const embedder: Embedder = {
    ...hashing,
    maxBatch: Number.POSITIVE_INFINITY,
    async embedDocuments(texts, options) {
      // Beside the sentences there is the probe of batches.
      const sentences = texts.filter((sentence) => sentence.startsWith('Sentence'));
      batches.push(sentences.length);
      left -= sentences.length;
      if (left < 0) throw new Error('the model is gone');
      return hashing.embedDocuments(texts, options);
    },
  };
  const tiers = countingTiers();
  const { cubo } = await openCubo({ embedder, chunker, vectorTier: tiers.open });
  const source = textSource({ uri: 'long:1', text });
  await expect(finish(cubo.ingest([source]))).rejects.toThrow('the model is gone');
  expect((await cubo.status()).chunks).toBe(chunks);
  expect(Math.max(...batches)).toBe(256);
  expect(tiers).toMatchObject({ flushes: 1, flushed: 4096 });

  batches.length = 0;
  left = Number.POSITIVE_INFINITY;
  await finish(cubo.ingest([source]));
  expect(tiers.flushed).toBe(chunks);
  // What was embedded and not flushed is still in memory: nothing is done twice.
  expect(batches.reduce((a, b) => a + b)).toBeLessThanOrEqual(chunks - 4096);
});
