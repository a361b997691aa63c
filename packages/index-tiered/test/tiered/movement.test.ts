import { join } from 'node:path';
import { type ChunkSet, chunkIds, chunkSetFromIds, chunkSetHas, type VectorTier } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer } from '@cubo/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 6;
const ids = 300;
/** Each chunk has a vector, and others for when it is removed and added anew; the last ones are zero. */
const pool = [...randomVectors(700, dimensions, 5), ...Array.from({ length: 20 }, () => new Float32Array(dimensions))];
const queries = randomVectors(3, dimensions, 77);

type Action =
  | { type: 'add' | 'remove'; from: number; count: number }
  | { type: 'flush' | 'optimize' | 'settle' | 'compact' | 'refresh' | 'reopen' }
  | { type: 'search'; query: number; limit: number; filter: readonly [from: number, to: number] | undefined };

const span = { from: fc.nat(ids - 1), count: fc.integer({ min: 1, max: 90 }) };
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('add' as const), ...span }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), ...span }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('flush', 'optimize', 'settle') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('compact', 'refresh', 'reopen') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('search' as const),
      query: fc.nat(queries.length - 1),
      limit: fc.constantFrom(1, 10, 1000),
      filter: fc.option(fc.tuple(fc.nat(ids), fc.nat(ids)), { nil: undefined }),
    }),
  },
);

/** The score as the documentation defines it, computed without any of the code under test. */
function scoreOf(vector: Float32Array, query: Float32Array): number {
  const step = Math.fround(Math.max(...vector.map(Math.abs)) / 127);
  if (step === 0) return 0;
  const rounded = vector.map((value) => Math.round(value / step));
  const inner = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
  return (inner(rounded, query) * inner(vector, vector)) / inner(vector, rounded);
}

/** By chunk: its vector. */
type Held = ReadonlyMap<number, Float32Array>;

async function expectSearch(tier: VectorTier, held: Held, query: Float32Array, limit: number, filter?: ChunkSet) {
  const wanted = new Map([...held].filter(([id]) => filter === undefined || chunkSetHas(filter, id)));
  const hits = await tier.search(query, { limit, filter });
  expect(hits.length).toBeLessThanOrEqual(limit);
  for (const { id, score } of hits) {
    const vector = wanted.get(id);
    expect(vector, `chunk ${id}`).toBeDefined();
    expect(score).toBeCloseTo(scoreOf(vector as Float32Array, query), 4);
  }
  const sorted = hits.toSorted((a, b) => b.score - a.score || a.id - b.id);
  expect(hits.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
  expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
  if (limit < held.size) return;
  // All of them, but for scores that are nearly 0.
  const found = hits.filter(({ score }) => score > 1e-3).map(({ id }) => id);
  const expected = [...wanted].filter(([, vector]) => scoreOf(vector, query) > 1e-3).map(([id]) => id);
  expect(found.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
}

test.each([
  ['segments', 'cold', { capacity: 60, scanBytes: 0 }],
  ['a graph', 'graph', { scanBytes: 0 }],
  ['segments, a graph and a scan', 'cold', { capacity: 120, scanBytes: 30 * (dimensions + 4) }],
])('any sequence of actions leaves what a Map would hold, while steps are taken: %s', async (_name, part, hot) => {
  const root = temporaryDirectory();
  let runs = 0;
  const parts = new Set<string | undefined>();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
      const directory = join(root, String(runs++));
      const open = () => openTieredVectors({ directory, files: nodeFileLayer, dimensions, hot, blockBytes: 40 });
      let tier = await open();
      let held = new Map<number, Float32Array>();
      let durable: Held = new Map();
      let version = 0;
      let steps: Promise<void> | undefined;
      for (const each of actions) {
        switch (each.type) {
          case 'add': {
            version++;
            const added = Array.from({ length: Math.min(each.count, ids - each.from) }, (_, i) => each.from + i);
            const vectors = added.map((id) => pool[(id + 97 * version) % pool.length] as Float32Array);
            await tier.add({ ids: added, vectors });
            for (const [i, id] of added.entries()) if (!held.has(id)) held.set(id, vectors[i] as Float32Array);
            break;
          }
          case 'remove': {
            const removed = chunkSetFromIds(Array.from({ length: each.count }, (_, i) => each.from + i));
            await tier.remove(removed);
            for (const id of chunkIds(removed)) held.delete(id);
            break;
          }
          case 'flush':
            await tier.flush();
            durable = new Map(held);
            break;
          case 'optimize':
            // Goes on while other actions are taken.
            durable = new Map(held);
            steps = tier.optimize?.();
            await tier.refresh();
            break;
          case 'settle':
            durable = new Map(held);
            await tier.optimize?.();
            break;
          case 'compact':
            await tier.compact?.();
            durable = new Map(held);
            break;
          case 'refresh':
            await tier.refresh();
            break;
          case 'reopen':
            await steps;
            await tier.close();
            tier = await open();
            held = new Map(durable);
            break;
          case 'search': {
            const [from, to] = each.filter ?? [0, ids];
            const filter =
              each.filter && chunkSetFromIds(Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i));
            await expectSearch(tier, held, queries[each.query] as Float32Array, each.limit, filter);
          }
        }
        expect([...chunkIds(tier.coverage())]).toEqual([...held.keys()].toSorted((a, b) => a - b));
      }
      await steps;
      for (const query of queries) {
        await expectSearch(tier, held, query, 1000);
        for (const { origin } of await tier.search(query, { limit: 10 })) parts.add(origin?.part);
      }
      await tier.close();
    }),
    { seed: 2025, numRuns: 100, endOnFailure: true },
  );
  expect(parts).toContain(part);
});
