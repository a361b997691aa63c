import assert from 'node:assert/strict';
import { chunkIds, chunkSetFromIds } from '../indexes/chunk-set.ts';
import type { VectorTier } from '../indexes/vector-tier.ts';
import { assertCuboError } from './assert-cubo-error.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { derivedIndexChecks, type IndexUnderTest, withIndex } from './derived-index-checks.ts';
import { randomUnitVector, vectorWithScore } from './test-vectors.ts';

/** What {@link vectorTierConformance} needs. */
export interface VectorTierConformanceOptions {
  /** A new, empty tier of the given dimensions. */
  create(): IndexUnderTest<VectorTier> | Promise<IndexUnderTest<VectorTier>>;
  /** Dimensions of the tiers that `create` makes, at least 8. */
  readonly dimensions: number;
  /**
   * How far a score may be from the exact inner product of unit vectors, as vectors may be stored rounded. Default
   * 0.01.
   */
  readonly tolerance?: number | undefined;
}

/** The checks that every {@link VectorTier} must pass. */
export function vectorTierConformance(options: VectorTierConformanceOptions): ConformanceCheck[] {
  const { create, dimensions, tolerance = 0.01 } = options;
  assert.ok(dimensions >= 8, 'vectorTierConformance needs at least 8 dimensions');
  const query = randomUnitVector(dimensions, 1);
  const scored = (score: number, seed: number) => vectorWithScore(query, score, seed);

  /** Fails unless the tier finds exactly these ids in this order with these scores, to the tolerance. */
  async function assertFinds(tier: VectorTier, expected: readonly [id: number, score: number][], what: string) {
    const hits = await tier.search(query, { limit: 1000 });
    assert.deepEqual(
      hits.map(({ id }) => id),
      expected.map(([id]) => id),
      `${what}: the ids`,
    );
    for (const [index, [id, score]] of expected.entries()) {
      const found = hits[index]?.score as number;
      assert.ok(Math.abs(found - score) <= tolerance, `${what}: ${id} has the score ${found}, not ${score}`);
    }
  }

  const check = (name: string, body: (opened: IndexUnderTest<VectorTier>) => Promise<void>): ConformanceCheck => ({
    name,
    run: () => withIndex(create, body),
  });
  return [
    ...derivedIndexChecks<VectorTier>({
      create,
      add: (tier, ids, addOptions) => tier.add({ ids, vectors: ids.map(() => query) }, addOptions),
      search: (tier, searchOptions) => tier.search(query, searchOptions),
    }),
    check('has its dimensions', async ({ index }) => assert.equal(index.dimensions, dimensions)),
    check('ranks by inner product', async ({ index, reopen }) => {
      // Steps of 0.1 are far above any rounding; the ids run against the scores.
      const expected = Array.from({ length: 9 }, (_, i): [number, number] => [90 - i * 10, 0.95 - i * 0.1]);
      const batch = expected.toReversed();
      const half = batch.splice(4);
      for (const part of [batch, half]) {
        await index.add({ ids: part.map(([id]) => id), vectors: part.map(([id, score]) => scored(score, id)) });
        await index.flush();
      }
      await assertFinds(index, expected, 'after the flush');
      const best = await index.search(query, { limit: 2, filter: chunkSetFromIds([50, 60, 70]) });
      assert.deepEqual(
        best.map(({ id }) => id),
        [70, 60],
        'the best of a filter',
      );
      await index.close();
      await assertFinds(await reopen(), expected, 'reopened');
    }),
    check('gives the same hits before and after a flush', async ({ index }) => {
      const ids = Array.from({ length: 50 }, (_, i) => i);
      await index.add({ ids, vectors: ids.map((id) => randomUnitVector(dimensions, id + 7)) });
      const before = await index.search(query, { limit: 50 });
      assert.ok(before.length > 1, 'it must find about half of the vectors');
      await index.flush();
      assert.deepEqual(await index.search(query, { limit: 50 }), before);
    }),
    check('finds each vector by itself', async ({ index }) => {
      const vectors = Array.from({ length: 300 }, (_, i) => randomUnitVector(dimensions, i + 100));
      for (let start = 0; start < 300; start += 60) {
        const ids = Array.from({ length: 60 }, (_, i) => start + i);
        await index.add({ ids, vectors: vectors.slice(start, start + 60) });
        if (start !== 240) await index.flush();
      }
      for (let id = 0; id < 300; id += 7) {
        const [hit] = await index.search(vectors[id] as Float32Array, { limit: 1 });
        assert.equal(hit?.id, id, `the vector ${id} is not the nearest to itself`);
      }
    }),
    check('leaves out scores of 0 and less, and holds zero vectors', async ({ index, reopen }) => {
      const opposite = query.map((value) => -value);
      const zero = new Float32Array(dimensions);
      await index.add({ ids: [1, 2, 3], vectors: [opposite, zero, scored(0.5, 3)] });
      await assertFinds(index, [[3, 0.5]], 'before the flush');
      assert.deepEqual([...chunkIds(index.coverage())], [1, 2, 3], 'coverage()');
      await index.flush();
      await index.close();
      const again = await reopen();
      await assertFinds(again, [[3, 0.5]], 'reopened');
      assert.deepEqual([...chunkIds(again.coverage())], [1, 2, 3], 'coverage(), reopened');
      assert.deepEqual(await again.search(zero, { limit: 5 }), [], 'the zero vector as a query');
    }),
    check('keeps the first vector of an id', async ({ index }) => {
      await index.add({ ids: [1], vectors: [scored(0.9, 1)] });
      await index.add({ ids: [1, 2], vectors: [scored(0.3, 1), scored(0.5, 2)] });
      await assertFinds(
        index,
        [
          [1, 0.9],
          [2, 0.5],
        ],
        'before the flush',
      );
      await index.flush();
      await index.add({ ids: [2], vectors: [scored(0.95, 2)] });
      await assertFinds(
        index,
        [
          [1, 0.9],
          [2, 0.5],
        ],
        'after the flush',
      );
    }),
    check('gives the vectors that it holds', async ({ index, reopen }) => {
      const vectors = Array.from({ length: 40 }, (_, i) => randomUnitVector(dimensions, i + 500));
      const idAt = (i: number) => 3 * i + 1;
      const batch = (from: number, to: number) => ({
        ids: vectors.slice(from, to).map((_, i) => idAt(from + i)),
        vectors: vectors.slice(from, to),
      });
      const assertVectors = async (tier: VectorTier, what: string) => {
        const asked = [idAt(39), 2, idAt(0), idAt(17), idAt(5), idAt(39)];
        const found = await tier.vectors(asked);
        assert.equal(found.length, asked.length, `${what}: one for each id`);
        for (const [i, id] of asked.entries()) {
          const known = (id - 1) % 3 === 0 && id !== idAt(5) ? vectors[(id - 1) / 3] : undefined;
          const given = found[i];
          if (known === undefined || given === undefined) {
            assert.equal(given, undefined, `${what}: ${id} is not held`);
            assert.equal(known, undefined, `${what}: ${id} is held`);
            continue;
          }
          assert.equal(given.length, dimensions, `${what}: the dimensions of ${id}`);
          for (const [at, value] of given.entries()) {
            const far = Math.abs(value - (known[at] as number));
            assert.ok(far <= tolerance, `${what}: component ${at} of ${id} is off by ${far}`);
          }
        }
      };
      await index.add(batch(0, 20));
      await index.flush();
      await index.add(batch(20, 40));
      await index.remove(chunkSetFromIds([idAt(5)]));
      await assertVectors(index, 'before the last flush');
      await index.flush();
      await assertVectors(index, 'after it');
      assert.deepEqual(await index.vectors([]), [], 'no ids');
      // Vectors that are taken over for other chunks score the same.
      const [taken] = await index.vectors([idAt(39)]);
      await index.add({ ids: [1000], vectors: [taken as Float32Array] });
      const hits = await index.search(vectors[39] as Float32Array, { limit: 2 });
      assert.deepEqual(
        hits.map(({ id }) => id).sort((a, b) => a - b),
        [idAt(39), 1000],
        'the copy is as near',
      );
      await index.flush();
      await index.close();
      await assertVectors(await reopen(), 'reopened');
      await assertCuboError(() => index.vectors([1]), 'vectors() after close()', 'CUBO_LIBRARY_CLOSED');
    }),
    check('keeps its own copy of what is added', async ({ index }) => {
      const vector = scored(0.8, 1);
      await index.add({ ids: [1], vectors: [vector] });
      vector.fill(0);
      await assertFinds(index, [[1, 0.8]], 'after the caller changed its vector');
    }),
    check('refuses bad vectors, and then the whole batch', async ({ index }) => {
      const good = scored(0.5, 1);
      const bad: [string, Float32Array[]][] = [
        ['a vector of too few dimensions', [good, good.slice(1)]],
        ['a vector of too many dimensions', [good, new Float32Array(dimensions + 1)]],
        ['a vector with NaN', [good, good.with(dimensions - 1, Number.NaN)]],
        ['a vector with Infinity', [good, good.with(0, Infinity)]],
        ['fewer vectors than ids', [good]],
        ['more vectors than ids', [good, good, good]],
      ];
      for (const [what, vectors] of bad) {
        await assertCuboError(() => index.add({ ids: [1, 2], vectors }), what, 'CUBO_BAD_ARGUMENT');
        assert.equal(index.coverage().size, 0, `${what}: a part of the batch was added`);
        assert.deepEqual(await index.search(query, { limit: 9 }), [], `${what}: a part of the batch is found`);
      }
    }),
    check('refuses bad queries', async ({ index }) => {
      await index.add({ ids: [1], vectors: [query] });
      for (const [what, bad] of [
        ['a query of too few dimensions', query.slice(1)],
        ['a query of too many dimensions', new Float32Array(dimensions + 1)],
        ['a query with NaN', query.with(0, Number.NaN)],
        ['a query with Infinity', query.with(0, -Infinity)],
      ] as const) {
        await assertCuboError(() => index.search(bad, { limit: 1 }), what, 'CUBO_BAD_ARGUMENT');
      }
    }),
  ];
}
