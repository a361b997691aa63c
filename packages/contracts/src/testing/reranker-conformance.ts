import assert from 'node:assert/strict';
import { compareHits, type Hit } from '../indexes/hit.ts';
import type { RerankCandidate, Reranker } from '../indexes/reranker.ts';
import { assertAborts } from './assert-aborts.ts';
import type { ConformanceCheck } from './conformance-check.ts';

/** What {@link rerankerConformance} needs. */
export interface RerankerConformanceOptions {
  /** Makes the reranker under test; called anew for each check. */
  create(): Reranker | Promise<Reranker>;
}

const query = 'When must the tenant give notice?';

const candidates: readonly RerankCandidate[] = [
  { id: 12, score: 3.1, text: 'The harbour is lit by a lantern.' },
  { id: 3, score: 2.9, text: 'The tenant must give notice three months before the end of the lease.' },
  { id: 40, score: 2, text: '' },
  { id: 7, score: 1.5, text: `Granite. ${'A very long passage about stone. '.repeat(400)}` },
  { id: 8, score: 1.5, text: 'lone \ud800 surrogate, nul \0, 😀 日本語' },
];

/** The checks that every {@link Reranker} must pass. */
export function rerankerConformance({ create }: RerankerConformanceOptions): ConformanceCheck[] {
  const check = (name: string, run: (reranker: Reranker) => Promise<void>): ConformanceCheck => ({
    name,
    run: async () => run(await create()),
  });
  return [
    check('has an id', async (reranker) => assert.ok(reranker.id.trim() !== '', 'the id is empty')),
    check('gives nothing for nothing', async (reranker) => {
      assert.deepEqual(await reranker.rerank(query, []), []);
    }),
    check('scores candidates, each at most once', async (reranker) => {
      const hits = await reranker.rerank(query, candidates);
      assert.ok(hits.length > 0, 'it must score at least one of the candidates');
      const ids = hits.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, 'a candidate was scored twice');
      for (const id of ids)
        assert.ok(
          candidates.some((candidate) => candidate.id === id),
          `${id} is no candidate`,
        );
    }),
    check('orders best first, ties by id, with finite scores', async (reranker) => {
      const hits = await reranker.rerank(query, candidates);
      assert.ok(
        hits.every(({ score }) => Number.isFinite(score)),
        'a score is not finite',
      );
      assert.deepEqual(order(hits), order(hits.toSorted(compareHits)));
    }),
    check('gives the same result again and leaves the candidates alone', async (reranker) => {
      const copy = structuredClone(candidates);
      const first = await reranker.rerank(query, candidates);
      assert.deepEqual(candidates, copy, 'the candidates were changed');
      assert.deepEqual(await reranker.rerank(query, candidates), first, 'the second result differs');
    }),
    check('survives odd queries', async (reranker) => {
      for (const odd of ['', ' \n', '?!', 'nul \0, lone \ud800', 'word '.repeat(5000)]) {
        const hits = await reranker.rerank(odd, candidates);
        assert.ok(
          hits.every(({ score }) => Number.isFinite(score)),
          `${JSON.stringify(odd.slice(0, 20))}: a score is not finite`,
        );
      }
    }),
    check('honours an aborted signal', (reranker) =>
      assertAborts((signal) => reranker.rerank(query, candidates, { signal }), 'rerank()'),
    ),
    check('reranks again after unload()', async (reranker) => {
      await reranker.load?.();
      const before = await reranker.rerank(query, candidates);
      await reranker.unload?.();
      assert.deepEqual(await reranker.rerank(query, candidates), before, 'the result after unload() differs');
    }),
  ];
}

function order(hits: readonly Hit[]): number[] {
  return hits.map(({ id }) => id);
}
