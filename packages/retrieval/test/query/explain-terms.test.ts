import { chunkSetFromIds } from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStopwatch, explainTerms } from '../../src/index.ts';
import { wordIndex } from './word-index.ts';

const word = fc.constantFrom('lamp', 'pier', 'wall', 'rent', 'year');
const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));

test('what the words of a query added makes up the score of each hit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), text, async (texts, query) => {
      const sparse = wordIndex();
      await sparse.add(texts.map((each, id) => ({ id, text: each })));
      const live = chunkSetFromIds(texts.keys());
      const hits = await sparse.search(query, { limit: 5, live });
      const explained = await explainTerms({ sparse, query, ids: hits.map(({ id }) => id), live });
      const words = [...new Set(query.split(' '))];
      expect(explained?.terms.map((term) => term.text)).toEqual(words);
      for (const { id, score } of hits) {
        const parts = explained?.contributions.get(id) ?? [];
        expect(parts.map((part) => part.text)).toEqual(words);
        expect(parts.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 10);
        for (const part of parts) expect(part.contribution > 0).toBe(texts[id]?.split(' ').includes(part.text));
      }
    }),
    { seed: 5, numRuns: 100 },
  );
});

test('an index that does not tell its words has none explained', async () => {
  const options = { sparse: memorySparseIndex(), query: 'lamp', ids: [], live: chunkSetFromIds([]) };
  expect(await explainTerms(options)).toBeUndefined();
});

test('a stopwatch adds up the times of a step, also of one that fails', async () => {
  const stopwatch = createStopwatch();
  const wait = () => new Promise((resolve) => setTimeout(resolve, 10));
  expect(await stopwatch.time('sparse', () => 7)).toBe(7);
  await stopwatch.time('dense', wait);
  await expect(stopwatch.time('dense', () => wait().then(() => Promise.reject(new Error('x'))))).rejects.toThrow('x');
  const { total, ...steps } = stopwatch.milliseconds();
  expect(Object.keys(steps)).toEqual(['sparse', 'dense']);
  expect(steps.dense).toBeGreaterThan(18);
  expect(total).toBeGreaterThanOrEqual((steps.dense ?? 0) + (steps.sparse ?? 0));
});
