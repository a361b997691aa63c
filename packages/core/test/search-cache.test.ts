import { join } from 'node:path';
import type { SearchHit, SearchOptions } from '@cubo/contracts';
import { hashingEmbedder, scriptedGenerator } from '@cubo/contracts/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CuboOptions, createCubo, textSource } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

const words = ['notice', 'period', 'lease', 'boiler', 'keys'];
const word = fc.constantFrom(...words);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));
const name = fc.constantFrom('a', 'b', 'c', 'd');
const label = fc.constantFrom('red', 'blue');

const search = fc.record({
  query: fc.constantFrom('notice', 'notice period', 'boiler keys', 'notice -lease', '"notice period"'),
  options: fc.record<SearchOptions>(
    {
      limit: fc.constantFrom(1, 5),
      mode: fc.constantFrom('hybrid', 'sparse', 'dense'),
      syntax: fc.constantFrom('operators', 'plain'),
      nearDuplicates: fc.constantFrom('fold', 'list'),
      scope: fc.oneof(
        fc.record({ metadata: fc.record({ colour: label }) }),
        fc.record({ sources: fc.array(name.map((each) => `x:${each}`)) }),
      ),
    },
    { requiredKeys: [] },
  ),
});
const step = fc.oneof(
  { weight: 6, arbitrary: search },
  { weight: 1, arbitrary: fc.record({ ingest: name, text, colour: label }) },
  { weight: 1, arbitrary: fc.record({ delete: name }) },
  { weight: 1, arbitrary: fc.record({ label: name, colour: label }) },
);

/** A hit without word of a cache. */
function bare({ explain: { cached: _, ...explain }, ...hit }: SearchHit): SearchHit {
  return { ...hit, explain };
}

test.each<[string, number, Partial<CuboOptions>]>([
  ['cache', 100, { embedder: hashingEmbedder({ dimensions: 32 }), searchCache: {} }],
  [
    'tiny cache',
    10,
    { embedder: hashingEmbedder({ dimensions: 32 }), searchCache: { entries: 2, maximumBytes: 4000 } },
  ],
  ['cache of words alone', 100, { embedder: false, searchCache: {} }],
])(
  'with a %s every search gives what it gives without',
  async (_what, hits, { embedder, searchCache }) => {
    let remembered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const { cubo: plain, directory } = await openCubo({ embedder });
        const path = join(directory, 'library');
        const cached = await createCubo({ path, embedder, searchCache, threads: false, workers: 0 });
        const known = () => new Set([...plain.documents()].map(({ uri }) => uri));
        const asked: (typeof steps)[number][] = [];
        for (const [i, each] of steps.entries()) {
          // The writer is now the one with the cache, now another.
          const writer = i % 2 === 0 ? plain : cached;
          if ('query' in each) {
            asked.unshift(each);
          } else if ('ingest' in each) {
            const { colour } = each;
            await finish(
              writer.ingest([textSource({ uri: `x:${each.ingest}`, text: each.text, metadata: { colour } })]),
            );
          } else if ('delete' in each && known().has(`x:${each.delete}`)) {
            await writer.delete(`x:${each.delete}`);
          } else if ('label' in each && known().has(`x:${each.label}`)) {
            await writer.label(`x:${each.label}`, { colour: each.colour });
          }
          // What was asked before is asked again, also after a write.
          for (const again of asked.slice(0, 4)) {
            if (!('query' in again)) continue;
            const expected = await plain.search(again.query, again.options);
            expect((await cached.search(again.query, again.options)).map(bare)).toEqual(expected);
          }
        }
        remembered += (await cached.status()).searchCache?.hits ?? 0;
        await cached.close();
        await plain.close();
      }),
      { seed: 8, numRuns: 12 },
    );
    expect(remembered).toBeGreaterThan(hits);
  },
  120_000,
);

const lease = [
  textSource({ uri: 'x:1', text: 'The notice period of the lease is three months.', metadata: { owner: 'ada' } }),
  textSource({ uri: 'x:2', text: 'The notice period of the loan of 2025 is a week.', metadata: { owner: 'bob' } }),
];

test('a result is remembered for its scope and settings, and its copies are the caller’s own', async () => {
  const { cubo } = await openCubo({ embedder: false, searchCache: {} });
  await finish(cubo.ingest(lease));
  const ada = { scope: { metadata: { owner: 'ada' } } };
  const bob = { scope: { metadata: { owner: 'bob' } } };
  const [first] = await cubo.search('notice period', ada);
  expect(first).toMatchObject({ source: 'x:1' });
  expect(first?.explain).not.toHaveProperty('cached');
  (first as { source: string }).source = 'spoilt';
  const [second] = await cubo.search('notice period', ada);
  expect(second?.source).toBe('x:1');
  expect(second?.explain.cached).toEqual({ query: 'notice period', similarity: 1 });
  (second as { source: string }).source = 'spoilt';
  expect((await cubo.search('notice period', ada))[0]?.source).toBe('x:1');
  expect((await cubo.search('notice period', bob)).map(({ source }) => source)).toEqual(['x:2']);
  expect((await cubo.status()).searchCache).toMatchObject({ entries: 2, hits: 2, misses: 2 });
  const explained = await cubo.search('notice period', { ...ada, explain: true });
  expect(explained[0]?.explain.cached).toBeUndefined();
  expect(explained[0]?.explain.search?.milliseconds.total).toBeGreaterThan(0);
  await cubo.delete('x:1');
  expect(await cubo.search('notice period', ada)).toEqual([]);
  expect((await cubo.status()).searchCache?.entries).toBe(1);
});

test('a query that means the same is taken for another only where that is asked for, and said', async () => {
  const asked: string[] = [];
  const base = hashingEmbedder({ dimensions: 64 });
  /** Knows that `term` is `period`, and nothing of numbers. */
  const embedder = {
    ...base,
    embedQuery: (query: string) => {
      asked.push(query);
      return base.embedQuery(query.replace('term', 'period').replace(/ ?\d+/g, ''));
    },
  };
  const { cubo } = await openCubo({ embedder, searchCache: { similarity: 0.95 } });
  await finish(cubo.ingest(lease));
  const original = await cubo.search('notice period');
  const other = await cubo.search('notice term');
  expect(other[0]?.explain.cached?.query).toBe('notice period');
  expect(other[0]?.explain.cached?.similarity).toBeCloseTo(1, 5);
  expect(other.map(bare)).toEqual(original.map(bare));
  // Each search embeds its query once, remembered or not.
  expect(asked).toEqual(['notice period', 'notice term']);
  const isOwn = async (query: string, options: SearchOptions = {}) =>
    (await cubo.search(query, options)).every(({ explain }) => explain.cached === undefined);
  expect(await isOwn('notice period 2025')).toBe(true);
  expect(await isOwn('notice term 2024')).toBe(true);
  expect(await isOwn('boiler')).toBe(true);
  expect(await isOwn('notice term', { limit: 3 })).toBe(true);
  expect(await isOwn('notice term', { scope: { metadata: { owner: 'bob' } } })).toBe(true);
  expect(await isOwn('notice +term')).toBe(true);
  expect(await isOwn('notice term', { mode: 'sparse' })).toBe(true);
});

test('what a language model could not rewrite is asked for again, and two models of one name are two', async () => {
  const { cubo } = await openCubo({ embedder: false, searchCache: {} });
  await finish(cubo.ingest(lease));
  const failing = scriptedGenerator({ script: [{ type: 'error', error: new Error('gone') }] });
  const [one, two] = [scriptedGenerator({ script: 'loan' }), scriptedGenerator({ script: 'months' })];
  const cachedBy = async (generator: typeof one) =>
    (await cubo.search('lease', { rewrite: { generator } })).map(({ explain }) => explain.cached !== undefined);
  expect(await cachedBy(failing)).toEqual([false]);
  expect(await cachedBy(failing)).toEqual([false]);
  expect(await cachedBy(one)).toEqual([false, false]);
  expect(await cachedBy(one)).toEqual([true, true]);
  expect(await cachedBy(two)).toEqual([false]);
});

test('settings that make no sense are refused', async () => {
  for (const searchCache of [true, { entries: 0 }, { maximumBytes: 1.5 }, { similarity: 0.5 }, { size: 3 }, 'on'])
    await expect(openCubo({ searchCache: searchCache as never })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});
