import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { afterAll, expect, test } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'cubo-search-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const path = join(folder, 'library');
const documents = join(folder, 'lease.md');
await writeFile(
  documents,
  '# Lease\n\nThe notice period is three months. Notice is given in writing.\n\n# Draft\n\nDraft: the notice period is one month.\n',
);
const model = scriptedGenerator({ script: 'end of the lease\ncancellation' });

import { createCubo } from '@cubo/core';

const cubo = await createCubo({ path });

await cubo.ingest(documents);

// #region syntax
await cubo.search('notice period'); // both words, or what is meant by them
await cubo.search('the "notice period" of a lease'); // ranks the phrase higher
await cubo.search('lease +"notice period" -draft'); // must have the phrase, must not have the word
await cubo.search('is -273 °C cold?', { syntax: 'plain' }); // no signs, all text
// #endregion

// #region reranker
await cubo.search('notice period of a lease', { rerank: false }); // as the lists were fused
// #endregion

// #region explain
const [best] = await cubo.search('notice periods', { explain: true });
const { terms, search } = best?.explain ?? {};
for (const { text, contribution } of terms ?? []) console.log(text, contribution.toFixed(2)); // notice 0.11 …
for (const { text, documentFrequency, variants } of search?.terms ?? []) console.log(text, documentFrequency, variants);
console.log(`${search?.filterChunks} of ${search?.liveChunks} chunks`, search?.milliseconds);
// #endregion

// #region feedback
const wider = await cubo.search('notice', { feedback: true });
const heavier = await cubo.search('notice', { feedback: { documents: 5, terms: 20, originalWeight: 0.5 } });
// #endregion

// #region diversity
const varied = await cubo.search('notice', { diversity: 0.3 });
// #endregion

// #region expand
for (const { text, passage, merged } of await cubo.search('notice in writing', { expand: 'section' })) {
  console.log(passage?.text ?? text, passage?.locator, `and ${merged?.length ?? 0} more hits in it`);
}
// #endregion

// #region rewrite
const formulated = await cubo.search('moving out', { rewrite: { generator: model, queries: 2 } });
// #endregion

await cubo.close();

// #region cache
const remembering = await createCubo({ path, searchCache: { entries: 500, maximumBytes: 32 * 2 ** 20 } });
await remembering.search('notice period');
const [again] = await remembering.search('notice period');
console.log(again?.explain.cached); // { query: 'notice period', similarity: 1 }
console.log((await remembering.status()).searchCache); // { entries: 1, bytes: …, hits: 1, misses: 1 }
// #endregion

const { searchCache } = await remembering.status();
await remembering.close();

test('what the guide on searching shows works', () => {
  expect(terms?.map(({ text }) => text)).toEqual(['notice', 'periods']);
  expect(search).toMatchObject({ liveChunks: 2, filterChunks: 2 });
  for (const hits of [wider, heavier, varied]) expect(hits.length).toBeGreaterThan(0);
  expect(formulated[0]?.heading).toEqual(['Lease']);
  expect(again?.explain.cached).toEqual({ query: 'notice period', similarity: 1 });
  expect(searchCache).toMatchObject({ entries: 1, hits: 1, misses: 1 });
});
