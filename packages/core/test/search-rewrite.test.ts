import type { Generator } from '@cubo/contracts';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { textSource } from '../src/index.ts';
import { parseRewrites } from '../src/search/parse-rewrites.ts';
import { finish, openCubo } from './open-cubo.ts';

const texts = {
  lease: 'The tenant may end the lease with three months notice.',
  cancel: 'Cancellation of the contract: in writing, at the end of a quarter.',
  boiler: 'Press the red button to reset the boiler.',
};

async function filled(options: Parameters<typeof openCubo>[0] = {}) {
  const { cubo } = await openCubo({ embedder: false, ...options });
  await finish(cubo.ingest(Object.entries(texts).map(([name, text]) => textSource({ uri: `x:${name}`, text }))));
  return cubo;
}

const names = (hits: readonly { readonly source: string }[]) => hits.map(({ source }) => source.slice(2)).sort();

test('formulations of a language model are searched for too', async () => {
  const generator = scriptedGenerator({
    script: '1. cancellation of a contract\n2. end a lease\n3. submarine\n4. more',
  });
  const cubo = await filled({ generator });
  expect(names(await cubo.search('notice'))).toEqual(['lease']);
  const hits = await cubo.search('notice', { rewrite: true, rerank: false, explain: true });
  expect(names(hits)).toEqual(['cancel', 'lease']);
  expect(hits[0]?.source).toBe('x:lease');
  expect(hits[0]?.explain.lists.map(({ list, rank }) => [list, rank])).toEqual([
    ['query', 1],
    ['rewrite 2', 1],
  ]);
  const sum = hits[0]?.explain.lists.reduce((total, { contribution }) => total + contribution, 0);
  expect(sum).toBeCloseTo(hits[0]?.score ?? Number.NaN, 10);
  expect(hits[0]?.explain.search?.rewriting).toEqual({
    generator: 'scripted',
    queries: ['cancellation of a contract', 'end a lease', 'submarine'],
  });
  expect(hits[0]?.explain.search?.milliseconds).toHaveProperty('rewriting');
  const two = await cubo.search('notice', { rewrite: { queries: 1 }, explain: true });
  expect(two[0]?.explain.search?.rewriting?.queries).toHaveLength(1);
});

test('what the query excludes holds for its formulations', async () => {
  const requests: string[] = [];
  const generator = scriptedGenerator({
    script: ({ messages }) => {
      requests.push(messages.at(-1)?.content ?? '');
      return 'cancellation\nlease -contract';
    },
  });
  const cubo = await filled({ generator });
  expect(names(await cubo.search('notice -writing', { rewrite: true }))).toEqual(['lease']);
  expect(requests).toEqual(['notice ']);
  // A query without a text is nothing to rewrite.
  expect(await cubo.search('-writing', { rewrite: true })).toEqual([]);
  expect(requests).toHaveLength(1);
});

const hanging: Generator = {
  ...scriptedGenerator({ script: '' }),
  async *generate() {
    await new Promise(() => {});
  },
};

test.each<[string, Generator, RegExp]>([
  [
    'fails',
    scriptedGenerator({ script: [{ type: 'error', error: new Error('the model is gone') }] }),
    /the model is gone/,
  ],
  ['says nothing', scriptedGenerator({ script: '' }), /no other formulation/],
  ['says the query again', scriptedGenerator({ script: '"Notice?"' }), /no other formulation/],
  ['breaks off', scriptedGenerator({ script: [{ type: 'text', text: 'lease' }] }), /broke off/],
  ['hangs', hanging, /took longer than 50 ms/],
])('where the model %s, the query is searched for alone', async (_what, generator, failure) => {
  const cubo = await filled({ generator });
  const hits = await cubo.search('notice', { rewrite: { timeoutMilliseconds: 50 }, explain: true });
  expect(names(hits)).toEqual(['lease']);
  expect(hits[0]?.explain.lists.map(({ list }) => list)).toEqual(['sparse']);
  expect(hits[0]?.explain.search?.rewriting).toMatchObject({ queries: [], failure: expect.stringMatching(failure) });
});

test('a search is aborted while the model is waited for', async () => {
  const cubo = await filled({ generator: hanging });
  const controller = new AbortController();
  const search = cubo.search('notice', { rewrite: true, signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await expect(search).rejects.toThrow(/abort/i);
});

test('a question is rewritten by the model that answers it', async () => {
  const generator = scriptedGenerator({
    script: ({ passages }) => (passages.length === 0 ? 'cancellation contract' : 'In writing [1].'),
  });
  const cubo = await filled();
  await expect(cubo.search('notice', { rewrite: true })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  await expect(cubo.ask('notice?', { rewrite: true })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  const answer = await cubo.ask('notice?', { rewrite: true, generator });
  expect(names(answer.hits)).toEqual(['cancel', 'lease']);
  for (const rewrite of [
    { queries: 9 },
    { queries: 0 },
    { timeoutMilliseconds: 0.5 },
    { model: 'x' },
    'yes',
    { generator: {} },
  ])
    await expect(cubo.search('x', { rewrite: rewrite as never })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});

test.each<[string, string[]]>([
  ['one\ntwo', ['one', 'two']],
  ['Here are some:\n\n1. one\n2) two\n- three\n• four', ['one', 'two', 'three', 'four']],
  ['["one", "two", 7]', ['one', 'two']],
  ['```json\n[\n "one",\n "two"\n]\n```', ['one', 'two']],
  ['<think>What might\nthat be?</think>\n"one"\n“two”', ['one', 'two']],
  ['<think>endless', []],
  ['one\nOne!\nThe query?\n…\n', ['one']],
  [`${'long '.repeat(80)}\none`, ['one']],
  ['"one",\n"two",', ['one', 'two']],
  ['2026 budget\n3.5 percent', ['2026 budget', '3.5 percent']],
  ['[broken', ['[broken']],
])('%j is read as %j', (text, rewrites) => {
  expect(parseRewrites(text, 'the query')).toEqual(rewrites);
});
