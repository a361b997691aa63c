import { join } from 'node:path';
import { type ChunkSet, chunkIds, chunkSetFromIds, chunkSetHas, type VectorTier } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer } from '@cubo/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 9;
/** Few vectors, so that many chunks tie; the last is zero. */
const pool = [...randomVectors(12, dimensions, 5), new Float32Array(dimensions)];
const queries = randomVectors(4, dimensions, 77);

type Action =
  | { type: 'add'; ids: number[] }
  | { type: 'remove'; ids: number[] }
  | { type: 'flush' | 'refresh' | 'reopen' }
  | { type: 'search'; query: number; limit: number; filter: number[] | undefined };

const ids = fc
  .uniqueArray(fc.integer({ min: 0, max: 70 }), { maxLength: 25 })
  .map((list) => list.sort((a, b) => a - b));
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('add' as const), ids }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), ids }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('flush' as const, 'refresh' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reopen' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('search' as const),
      query: fc.nat(queries.length - 1),
      limit: fc.constantFrom(0, 1, 3, 10, 1000),
      filter: fc.option(ids, { nil: undefined }),
    }),
  },
);

const vectorOf = (id: number) => pool[(id * 7) % pool.length] as Float32Array;

/** The score as the documentation defines it, computed without any of the code under test. */
function scoreOf(id: number, query: Float32Array): number {
  const vector = vectorOf(id);
  const step = Math.fround(Math.max(...vector.map(Math.abs)) / 127);
  if (step === 0) return 0;
  const rounded = vector.map((value) => Math.round(value / step));
  const inner = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
  return (inner(rounded, query) * inner(vector, vector)) / inner(vector, rounded);
}

async function expectSearch(
  tier: VectorTier,
  held: ReadonlySet<number>,
  query: Float32Array,
  limit: number,
  filter?: ChunkSet,
) {
  const hits = await tier.search(query, { limit, filter });
  const expected = [...held]
    .filter((id) => filter === undefined || chunkSetHas(filter, id))
    .map((id) => ({ id, score: scoreOf(id, query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, limit);
  expect(hits.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  for (const [i, { score }] of hits.entries()) expect(score).toBeCloseTo(expected[i]?.score as number, 4);
}

test('any sequence of actions leaves what a Set would hold, found as by brute force', async () => {
  const root = temporaryDirectory();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 60 }), async (actions) => {
      const directory = join(root, String(runs++));
      const open = () =>
        openTieredVectors({ directory, files: nodeFileLayer, dimensions, blockBytes: 13 * 4, cacheBytes: 13 * 4 * 3 });
      let tier = await open();
      const held = new Set<number>();
      let durable = new Set<number>();
      for (const step of actions) {
        switch (step.type) {
          case 'add':
            await tier.add({ ids: step.ids, vectors: step.ids.map(vectorOf) });
            for (const id of step.ids) held.add(id);
            break;
          case 'remove':
            await tier.remove(chunkSetFromIds(step.ids));
            for (const id of step.ids) held.delete(id);
            break;
          case 'flush':
            await tier.flush();
            durable = new Set(held);
            break;
          case 'refresh':
            await tier.refresh();
            break;
          case 'reopen':
            await tier.close();
            tier = await open();
            held.clear();
            for (const id of durable) held.add(id);
            break;
          case 'search': {
            const filter = step.filter && chunkSetFromIds(step.filter);
            await expectSearch(tier, held, queries[step.query] as Float32Array, step.limit, filter);
          }
        }
        expect([...chunkIds(tier.coverage())]).toEqual([...held].sort((a, b) => a - b));
      }
      for (const query of queries) await expectSearch(tier, held, query, 1000);
      await tier.close();
    }),
    { seed: 2024, numRuns: 120 },
  );
});

test('results do not depend on how vectors were batched into files', async () => {
  const vectors = randomVectors(500, dimensions, 3);
  const open = () => openTieredVectors({ directory: temporaryDirectory(), files: nodeFileLayer, dimensions });
  const whole = await open();
  await whole.add({ ids: vectors.map((_, id) => id), vectors });
  await whole.flush();
  const pieces = await open();
  for (let start = 480; start >= 0; start -= 20) {
    const batch = Array.from({ length: 20 }, (_, i) => start + i);
    await pieces.add({ ids: batch, vectors: batch.map((id) => vectors[id] as Float32Array) });
    if (start % 60 === 0) await pieces.flush();
  }
  for (const query of queries) {
    expect(await pieces.search(query, { limit: 600 })).toEqual(await whole.search(query, { limit: 600 }));
  }
  await whole.close();
  await pieces.close();
});
