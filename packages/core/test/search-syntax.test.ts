import { memorySparseIndex } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { textSource } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

const texts = {
  lease: 'The lease ends with a notice period of three months. The tenant gives notice in writing.',
  draft: 'Draft: the lease ends with a notice period of one month.',
  memo: 'Notice: in this period the lift is out of order.',
  rent: 'The rent is due on the third working day of each month.',
};

async function filled(options: Parameters<typeof openCubo>[0] = {}) {
  const { cubo } = await openCubo(options);
  await finish(cubo.ingest(Object.entries(texts).map(([name, text]) => textSource({ uri: `x:${name}`, text }))));
  return cubo;
}

const names = (hits: readonly { readonly source: string }[]) => hits.map(({ source }) => source.slice(2)).sort();

test.each<[string, string[]]>([
  ['lease notice +period', ['draft', 'lease', 'memo']],
  ['+"notice period"', ['draft', 'lease']],
  ['"notice period" -draft', ['lease']],
  ['the notice -"notice period" +lift', ['memo']],
  ['-draft', []],
  ['-draft -lease', []],
])('%s finds %j on both sides', async (query, expected) => {
  const cubo = await filled();
  for (const mode of ['hybrid', 'sparse'] as const) expect(names(await cubo.search(query, { mode }))).toEqual(expected);
  // The dense side need not find all of them; it must find no others.
  for (const found of names(await cubo.search(query, { mode: 'dense' }))) expect(expected).toContain(found);
});

test('plain syntax takes signs for text, and so does a question', async () => {
  const cubo = await filled();
  const plain = await cubo.search('lease -draft', { syntax: 'plain', mode: 'sparse' });
  expect(names(plain)).toEqual(['draft', 'lease']);
  const answer = await cubo.ask('When does the lease end -draft?');
  expect(names(answer.hits)).toContain('draft');
  const strict = await cubo.ask('When does the lease end -draft', { syntax: 'operators' });
  expect(names(strict.hits)).toContain('lease');
  expect(names(strict.hits)).not.toContain('draft');
  await expect(cubo.search('x', { syntax: 'lucene' as 'plain' })).rejects.toThrow('syntax is "lucene"');
});

test('a lexical index that cannot tell what is required says so', async () => {
  const cubo = await filled({ sparseIndex: async () => memorySparseIndex() });
  await expect(cubo.search('lease -draft')).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  expect(names(await cubo.search('the "lease" ends'))).toContain('lease');
  expect(names(await cubo.search('lease -draft', { syntax: 'plain' }))).toContain('draft');
});

test('an explained search tells how the query was read, what each word added, and where the time went', async () => {
  const cubo = await filled();
  const scope = { sources: ['x:lease', 'x:draft', 'x:memo'] };
  const hits = await cubo.search('the notices of leases -memo', { explain: true, scope });
  expect(names(hits)).toEqual(['draft', 'lease', 'memo']);
  for (const { explain } of hits) {
    expect(explain.search).toMatchObject({
      query: { text: 'the notices of leases ', phrases: [], required: [], excluded: ['memo'] },
      liveChunks: 4,
      filterChunks: 3,
    });
    expect(explain.search?.terms?.map(({ text, documentFrequency }) => [text, documentFrequency])).toEqual(
      expect.arrayContaining([
        ['notices', 3],
        ['leases', 2],
      ]),
    );
    const { total, ...steps } = explain.search?.milliseconds ?? { total: Number.NaN };
    expect(Object.keys(steps)).toEqual(
      expect.arrayContaining(['matching', 'sparse', 'embedding', 'dense', 'fusion', 'reading', 'explaining']),
    );
    expect(Object.values(steps).reduce((sum, step) => sum + step, 0)).toBeLessThanOrEqual(total);
    const lexical = explain.lists.find(({ list }) => list === 'sparse')?.score ?? 0;
    const added = explain.terms?.reduce((sum, { contribution }) => sum + contribution, 0);
    expect(added).toBeCloseTo(lexical, 5);
  }
  const [plain] = await cubo.search('notice');
  expect(plain?.explain).not.toHaveProperty('search');
  expect(plain?.explain).not.toHaveProperty('terms');
  const [dense] = await cubo.search('notice', { explain: true, mode: 'dense' });
  expect(dense?.explain.search).toMatchObject({ terms: undefined, liveChunks: 4, filterChunks: 4 });
  await expect(cubo.search('x', { explain: 1 as unknown as boolean })).rejects.toThrow('explain is 1');
});
