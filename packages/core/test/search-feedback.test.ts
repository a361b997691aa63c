import { memorySparseIndex } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { textSource } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

/** Two words for one thing, and much that has nothing to do with it. */
const texts: Readonly<Record<string, string>> = {
  one: 'The notice of the tenant: cancellation in writing.',
  two: 'A notice, and how a cancellation is delivered.',
  three: 'Cancellation is possible at the end of a quarter.',
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`other${i}`, `Of boilers and lifts, the ${i}th chapter on the house.`]),
  ),
};

async function filled(options: Parameters<typeof openCubo>[0] = {}) {
  const { cubo } = await openCubo({ embedder: false, ...options });
  await finish(
    cubo.ingest(
      Object.entries(texts).map(([name, text]) =>
        textSource({ uri: `x:${name}`, text, metadata: { secret: name === 'two' } }),
      ),
    ),
  );
  return cubo;
}

const names = (hits: readonly { readonly source: string }[]) => hits.map(({ source }) => source.slice(2)).sort();

test('feedback finds what the best passages lead to, and tells its words', async () => {
  const cubo = await filled();
  expect(names(await cubo.search('notices'))).toEqual(['one', 'two']);
  const hits = await cubo.search('notices', { feedback: true, explain: true });
  expect(names(hits)).toContain('three');
  const { terms, milliseconds } = hits[0]?.explain.search ?? {};
  expect(terms?.find(({ text }) => text === 'notices')?.isFeedback).toBeUndefined();
  expect(terms?.find(({ variants }) => variants.includes('cancel'))).toMatchObject({
    isFeedback: true,
    documentFrequency: 3,
  });
  expect(milliseconds).toHaveProperty('feedback');
  for (const { explain } of hits) {
    const lexical = explain.lists[0]?.score ?? Number.NaN;
    expect(explain.terms?.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(lexical, 5);
  }
  const alone = await cubo.search('notices', { feedback: { documents: 1, terms: 1, originalWeight: 1 } });
  expect(names(alone)).toEqual(['one', 'two']);
});

test('nothing is learnt from what the scope keeps out', async () => {
  const cubo = await filled();
  const scope = { metadata: { secret: false } };
  const hits = await cubo.search('delivered notice', { feedback: { terms: 100 }, explain: true, scope });
  const words = hits[0]?.explain.search?.terms?.filter(({ isFeedback }) => isFeedback).map(({ text }) => text);
  expect(words).toEqual(expect.arrayContaining(['tenant']));
  expect(words).not.toContain('how');
});

test('feedback that makes no sense, or that an index cannot give, is refused', async () => {
  const cubo = await filled();
  for (const feedback of [{ documents: 0 }, { terms: 101 }, { originalWeight: 2 }, { weight: 1 }, 'yes'])
    await expect(cubo.search('x', { feedback: feedback as never })).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
    });
  const other = await filled({ sparseIndex: async () => memorySparseIndex() });
  await expect(other.search('notice', { feedback: true })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});

test('what the words of a query do not explain came from its phrases', async () => {
  const cubo = await filled();
  const hits = await cubo.search('notise or "tenant cancellation"', { explain: true });
  const { terms } = hits[0]?.explain.search ?? {};
  expect(terms?.find(({ text }) => text === 'notise')).toMatchObject({ isFuzzy: true });
  for (const { source, explain } of hits) {
    const sum = explain.terms?.reduce((total, { contribution }) => total + contribution, 0) ?? Number.NaN;
    const score = explain.lists[0]?.score ?? Number.NaN;
    if (source === 'x:one') expect(score).toBeGreaterThan(sum + 0.01);
    else expect(score).toBeCloseTo(sum, 5);
  }
});
