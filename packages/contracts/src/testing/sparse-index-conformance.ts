import assert from 'node:assert/strict';
import { chunkIds, chunkSetFromIds } from '../indexes/chunk-set.ts';
import type { Hit } from '../indexes/hit.ts';
import type { SparseDocument, SparseIndex } from '../indexes/sparse-index.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { derivedIndexChecks, type IndexUnderTest, withIndex } from './derived-index-checks.ts';

/** What {@link sparseIndexConformance} needs. */
export interface SparseIndexConformanceOptions {
  /** A new, empty index that keeps English words. */
  create(): IndexUnderTest<SparseIndex> | Promise<IndexUnderTest<SparseIndex>>;
}

const oddQueries: readonly string[] = [
  '',
  ' \n\t',
  '?!… () "" * : ^ ~ - +',
  'lantern AND (harbour OR "granite',
  '"lantern" NEAR/2 -harbour lant* col:x',
  "'; DROP TABLE documents; --",
  'lone \ud800 surrogate',
  'nul \0 character',
  '😀👩‍👩‍👧 日本語の文章 ﷺ',
  'lantern '.repeat(2000),
  'x'.repeat(50_000),
];

/** The checks that every {@link SparseIndex} must pass. */
export function sparseIndexConformance({ create }: SparseIndexConformanceOptions): ConformanceCheck[] {
  const check = (name: string, body: (opened: IndexUnderTest<SparseIndex>) => Promise<void>): ConformanceCheck => ({
    name,
    run: () => withIndex(create, body),
  });
  return [
    ...derivedIndexChecks<SparseIndex>({
      create,
      add: (index, ids, options) =>
        index.add(
          ids.map((id) => document(id, 'a lantern in the harbour')),
          options,
        ),
      search: (index, options) => index.search('lantern', options),
    }),
    check('finds only texts with a matching word', async ({ index, reopen }) => {
      await index.add([
        document(1, 'The lantern hangs in the harbour.'),
        document(2, 'A wall of granite.'),
        document(3, 'Granite, and a lantern upon it.'),
      ]);
      const expected: [string, number[]][] = [
        ['lantern', [1, 3]],
        ['granite', [2, 3]],
        ['LANTERN?', [1, 3]],
        ['cathedral', []],
        ['lantern granite', [1, 2, 3]],
      ];
      const assertFinds = async (each: SparseIndex, what: string) => {
        for (const [query, ids] of expected) {
          const found = ascending(await each.search(query, { limit: 9 }));
          assert.deepEqual(found, ids, `${what}: the query ${query}`);
        }
      };
      await assertFinds(index, 'before the flush');
      await index.flush();
      await assertFinds(index, 'after the flush');
      await index.close();
      await assertFinds(await reopen(), 'reopened');
    }),
    check('ranks best first with positive scores', async ({ index }) => {
      await index.add([
        document(1, 'lantern wall window pillar'),
        document(2, 'granite wall window pillar'),
        document(3, 'lantern granite window pillar'),
        ...Array.from({ length: 6 }, (_, i) => document(4 + i, 'granite stair window pillar')),
      ]);
      await index.flush();
      const hits = await index.search('lantern granite', { limit: 99 });
      assert.equal(hits[0]?.id, 3, 'the text with both words must lead');
      assert.equal(hits[1]?.id, 1, 'a rare word must weigh more than a frequent one');
      for (const [i, hit] of hits.entries()) {
        assert.ok(Number.isFinite(hit.score) && hit.score > 0, `the score ${hit.score} of ${hit.id} is not positive`);
        assert.ok(i === 0 || hit.score <= (hits[i - 1] as Hit).score, 'the scores must descend');
      }
    }),
    check('gives the same hits before and after a flush', async ({ index }) => {
      await index.add([
        document(1, 'lantern lantern wall'),
        document(2, 'lantern in a long corridor of granite and marble'),
        document(3, 'marble'),
      ]);
      const before = await index.search('lantern marble', { limit: 9 });
      assert.equal(before.length, 3, 'it must find all texts');
      await index.flush();
      assertSameHits(await index.search('lantern marble', { limit: 9 }), before, 'after the flush');
    }),
    check('takes its statistics over the live chunks', async ({ index, reopen }) => {
      const live = [document(1, 'lantern harbour'), document(2, 'lantern'), document(3, 'harbour harbour pier')];
      await index.add(live);
      await index.flush();
      const expected = await index.search('lantern harbour', { limit: 9 });
      assert.equal(expected.length, 3, 'it must find all texts');
      const dead = Array.from({ length: 9 }, (_, i) => document(10 + i, 'lantern and a lot of other words in here'));
      await index.add(dead);
      const options = { limit: 9, live: chunkSetFromIds([1, 2, 3]) };
      assertSameHits(await index.search('lantern harbour', options), expected, 'with others in the buffer');
      await index.flush();
      assertSameHits(await index.search('lantern harbour', options), expected, 'with others in the index');
      await index.remove(chunkSetFromIds(dead.map(({ id }) => id)));
      assertSameHits(await index.search('lantern harbour', { limit: 9 }), expected, 'after the others were removed');
      await index.flush();
      await index.close();
      assertSameHits(await (await reopen()).search('lantern harbour', { limit: 9 }), expected, 'reopened');
    }),
    check('ranks only the filter, with the statistics of the live chunks', async ({ index }) => {
      await index.add([
        document(1, 'lantern harbour'),
        document(2, 'lantern'),
        document(3, 'harbour pier'),
        document(4, 'lantern pier'),
      ]);
      await index.flush();
      const live = chunkSetFromIds([1, 2, 3]);
      const all = await index.search('lantern harbour', { limit: 9, live });
      const filtered = await index.search('lantern harbour', { limit: 9, live, filter: chunkSetFromIds([2, 3, 4]) });
      assert.deepEqual(ascending(filtered), [2, 3], 'the ids in both live and filter');
      assertSameHits(
        filtered,
        all.filter(({ id }) => id !== 1),
        'the scores within the filter',
      );
    }),
    check('holds texts without words', async ({ index, reopen }) => {
      await index.add([document(1, ''), document(2, ' \n '), document(3, '?!'), document(4, 'lantern')]);
      await index.flush();
      await index.close();
      const again = await reopen();
      assert.deepEqual([...chunkIds(again.coverage())], [1, 2, 3, 4], 'coverage()');
      assert.deepEqual(ascending(await again.search('lantern', { limit: 9 })), [4], 'search()');
    }),
    check('survives odd texts and odd queries', async ({ index }) => {
      await index.add([
        ...oddQueries.map((text, id) => document(id, text)),
        document(100, 'lantern', 'xx-not-a-language'),
        document(101, 'Die Laterne am Hafen', 'de'),
        document(102, `${'granite '.repeat(30_000)}lantern`),
      ]);
      await index.flush();
      for (const query of oddQueries) {
        for (const { score } of await index.search(query, { limit: 99 })) {
          assert.ok(Number.isFinite(score), `the query ${JSON.stringify(query.slice(0, 30))} gives the score ${score}`);
        }
      }
      assert.deepEqual(await index.search('', { limit: 9 }), [], 'the empty query');
      assert.deepEqual(await index.search(' ?! ', { limit: 9 }), [], 'a query without words');
      assert.ok(
        ascending(await index.search('lantern', { limit: 99 })).includes(102),
        'a word at the end of a long text',
      );
    }),
  ];
}

function document(id: number, text: string, language?: string): SparseDocument {
  return { id, text, language };
}

function ascending(hits: readonly Hit[]): number[] {
  return hits.map(({ id }) => id).sort((a, b) => a - b);
}

/** Fails unless both lists hold the same ids in the same order with the same scores, rounding aside. */
function assertSameHits(actual: readonly Hit[], expected: readonly Hit[], what: string): void {
  assert.deepEqual(
    actual.map(({ id }) => id),
    expected.map(({ id }) => id),
    `${what}: the ids`,
  );
  for (const [index, { id, score }] of actual.entries()) {
    const other = (expected[index] as Hit).score;
    assert.ok(Math.abs(score - other) <= 1e-4 * other, `${what}: the score of ${id} is ${score}, not ${other}`);
  }
}
