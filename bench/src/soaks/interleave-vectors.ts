import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type ChunkSet, chunkIds, chunkSetFromIds, chunkSetHas, type VectorTier } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer } from '@cubo/library';
import fc from 'fast-check';

const dimensions = 8;
const universe = 600;
/** Every tenth is zero, and there are many copies. */
const pool = Array.from({ length: 90 }, (_, i) => (i % 10 === 9 ? new Float32Array(dimensions) : unitVector(i)));
const queries = Array.from({ length: 6 }, (_, i) => unitVector(1000 + i));
const vectorOf = (id: number) => pool[(id * 7) % pool.length] as Float32Array;

/** A vector of unit length, another for each number. */
function unitVector(seed: number): Float32Array {
  const components = fc.sample(fc.integer({ min: -100, max: 100 }), { seed, numRuns: dimensions });
  const length = Math.hypot(...components);
  return Float32Array.from(components, (value) => value / length);
}

type Action =
  | { type: 'add' | 'remove'; from: number; count: number }
  | { type: 'flush' | 'refresh' | 'reopen' | 'optimize' | 'compact' | 'settle' }
  | { type: 'search'; query: number; limit: number; from: number; count: number | undefined };

const from = fc.nat(universe - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('add' as const), from, count: fc.constantFrom(1, 40, 150) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('remove' as const), from, count: fc.constantFrom(1, 30, 200) }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('flush' as const, 'refresh' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('optimize' as const, 'settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('reopen' as const, 'compact' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('search' as const),
      query: fc.nat(queries.length - 1),
      limit: fc.constantFrom(0, 1, 10, 1000),
      from,
      count: fc.option(fc.constantFrom(5, 100), { nil: undefined }),
    }),
  },
);

const range = (first: number, count: number) =>
  Array.from({ length: Math.min(count, universe - first) }, (_, i) => first + i);

/** The inner product of a query with a vector rounded to int8. */
function scoreOf(id: number, query: Float32Array): number {
  const vector = vectorOf(id);
  const step = Math.fround(Math.max(...vector.map(Math.abs)) / 127);
  if (step === 0) return 0;
  const rounded = vector.map((value) => Math.round(value / step));
  const inner = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
  return (inner(rounded, query) * inner(vector, vector)) / inner(vector, rounded);
}

/** What the searches of all interleavings came to: how many of the nearest they found, and how many there are. */
export interface Found {
  hits: number;
  expected: number;
  /** How many runs ended with each kind of file. */
  readonly kinds: Map<string, number>;
}

/**
 * Checks a search that may have overlapped with changes of the background, not with changes of what is held. Tiers may
 * miss some of the nearest unless all are asked for; what they find is held, and has the right score, in order.
 */
async function expectSearch(
  tier: VectorTier,
  held: ReadonlySet<number>,
  query: Float32Array,
  limit: number,
  filter: ChunkSet | undefined,
  found: Found,
): Promise<void> {
  const hits = await tier.search(query, { limit, filter });
  const nearest = [...held]
    .filter((id) => filter === undefined || chunkSetHas(filter, id))
    .map((id) => ({ id, score: scoreOf(id, query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id - b.id);
  const scores = new Map(nearest.map(({ id, score }) => [id, score]));
  strictEqual(new Set(hits.map(({ id }) => id)).size, hits.length, 'A hit comes twice.');
  for (const { id, score } of hits) {
    ok(Math.abs(score - (scores.get(id) ?? Number.NaN)) < 1e-4, `${id} has the score ${score}, not ${scores.get(id)}.`);
  }
  deepStrictEqual(
    hits.toSorted((a, b) => b.score - a.score || a.id - b.id),
    hits,
    'Hits are not in order.',
  );
  strictEqual(hits.length, Math.min(limit, nearest.length), 'There are too few hits, or too many.');
  if (limit >= nearest.length) return;
  // Of copies it does not matter which are found.
  const worst = nearest[limit - 1]?.score ?? 0;
  found.expected += limit;
  found.hits += hits.filter(({ score }) => score > worst - 1e-4).length;
}

function expectCoverage(tier: VectorTier, held: ReadonlySet<number>): void {
  deepStrictEqual(
    [...chunkIds(tier.coverage())],
    [...held].sort((a, b) => a - b),
    'Coverage is not what is held.',
  );
}

/** Runs random interleavings against a model; gives the share of the nearest that searches found. */
export async function interleaveVectors({ seed, runs }: { seed: number; runs: number }): Promise<Found> {
  const root = await mkdtemp(join(tmpdir(), 'cubo-interleave-'));
  try {
    return await interleaveIn(root, seed, runs);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function interleaveIn(root: string, seed: number, runs: number): Promise<Found> {
  const found: Found = { hits: 0, expected: 0, kinds: new Map() };
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 60 }), async (actions) => {
      const directory = join(root, String(run++));
      const hot = { capacity: 150, scanBytes: 20 * (dimensions + 4) };
      const open = () =>
        openTieredVectors({ directory, files: nodeFileLayer, dimensions, blockBytes: 60, trainingBytes: 4000, hot });
      let tier = await open();
      const reader = await open();
      const held = new Set<number>();
      let durable = new Set<number>();
      const searches: Promise<void>[] = [];
      const settle = async () => {
        await Promise.all(searches.splice(0));
      };
      try {
        for (const step of actions) {
          switch (step.type) {
            case 'add': {
              await settle();
              const ids = range(step.from, step.count);
              await tier.add({ ids, vectors: ids.map(vectorOf) });
              for (const id of ids) held.add(id);
              break;
            }
            case 'remove': {
              await settle();
              const ids = range(step.from, step.count);
              await tier.remove(chunkSetFromIds(ids));
              for (const id of ids) held.delete(id);
              break;
            }
            case 'flush':
            case 'optimize':
            case 'compact':
              await tier[step.type]?.();
              durable = new Set(held);
              break;
            case 'refresh':
              await reader.refresh();
              expectCoverage(reader, durable);
              for (const query of queries.slice(0, 2))
                await expectSearch(reader, durable, query, 1000, undefined, found);
              break;
            case 'reopen':
              await settle();
              await tier.close();
              tier = await open();
              held.clear();
              for (const id of durable) held.add(id);
              break;
            case 'settle':
              await settle();
              break;
            case 'search': {
              const filter = step.count === undefined ? undefined : chunkSetFromIds(range(step.from, step.count));
              const query = queries[step.query] as Float32Array;
              const search = expectSearch(tier, new Set(held), query, step.limit, filter, found);
              // Awaited before the next change of what is held; until then the background goes on.
              search.catch(() => {});
              searches.push(search);
            }
          }
          expectCoverage(tier, held);
        }
        await settle();
        await tier.optimize?.();
        for (const query of queries) await expectSearch(tier, held, query, 1000, undefined, found);
      } finally {
        await Promise.allSettled(searches);
        await tier.close();
        await reader.close();
      }
      const names = existsSync(directory) ? readdirSync(directory) : [];
      for (const kind of new Set(names.map((name) => extname(name)))) {
        found.kinds.set(kind, (found.kinds.get(kind) ?? 0) + 1);
      }
    }),
    { seed, numRuns: runs },
  );
  return found;
}
