import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readRows } from '../peers/serve.mjs';
import { contest, median, quantile, recallAt, timesAsLong } from '../src/comparison/rounds.ts';
import { exactNeighbours } from '../src/vectors/exact-neighbours.ts';
import { syntheticVectors, vectorClusters } from '../src/vectors/synthetic-vectors.ts';
import { judge } from '../src/vectors/targets.ts';
import { tune } from '../src/vectors/tune.ts';
import { realSetNames, writeRealSet, writeSyntheticSet } from '../src/vectors/vector-set.ts';

const directory = mkdtempSync(join(tmpdir(), 'cubo-bench-vectors-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
const round = (milliseconds: number[], ids: number[][] = []) => ({ milliseconds, cpuMilliseconds: 1, ids });

describe('synthetic vectors', () => {
  const dimensions = 24;

  test('are the same for a seed, in any number of blocks, and of unit length', () => {
    const clusters = vectorClusters({ seed: 1, vectors: 5000, dimensions });
    const draw = (seed: number, vectors: number) => [...syntheticVectors(clusters, { seed, vectors })];
    const [first, second] = draw(2, 5000);
    expect([first?.length, second?.length]).toEqual([4096 * dimensions, 904 * dimensions]);
    expect(draw(2, 5000)).toEqual([first, second]);
    expect(draw(2, 4096)).toEqual([first]);
    expect(draw(3, 5000)[0]).not.toEqual(first);
    for (let row = 0; row < 100; row++) {
      const vector = (second as Float32Array).subarray(row * dimensions, (row + 1) * dimensions);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  test('lie about the centres of clusters', () => {
    const clusters = vectorClusters({ seed: 1, vectors: 1000, dimensions: 256 });
    const centres = Array.from({ length: 4 }, (_, i) => clusters.centres.subarray(i * 256, (i + 1) * 256));
    expect(clusters.centres).toHaveLength(4 * 256);
    const [block] = syntheticVectors(clusters, { seed: 2, vectors: 200 });
    for (let row = 0; row < 200; row++) {
      const vector = (block as Float32Array).subarray(row * 256, (row + 1) * 256);
      const [nearest, next] = centres.map((centre) => dot(centre, vector)).sort((a, b) => b - a);
      expect(nearest).toBeGreaterThan(0.75);
      expect(next).toBeLessThan(0.5);
    }
  });
});

test('the exact neighbours are those of a plain comparison with every vector', async () => {
  const set = await writeSyntheticSet(directory, { vectors: 2500, dimensions: 16, queries: 7, seed: 5 });
  const corpus = readRows(set.corpusFile, 16);
  const queries = readRows(set.queryFile, 16);
  expect([corpus.length, queries.length]).toEqual([2500, 7]);
  for (const vectors of [2500, 1100]) {
    const expected = queries.map((query) =>
      corpus
        .slice(0, vectors)
        .map((vector, id) => ({ id, score: dot(vector, query) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 10)
        .map(({ id }) => id),
    );
    expect(exactNeighbours(set, { vectors, limit: 10 })).toEqual(expected);
  }
});

const shared = join(import.meta.dirname, '../../../shared/eval/vectors');

test.skipIf(realSetNames(shared).length === 0)('real vectors are copied at unit length', async () => {
  const name = realSetNames(shared)[0] as string;
  const set = await writeRealSet(directory, { folder: shared, name, queries: 20 });
  const rows = readRows(set.corpusFile, set.dimensions);
  expect(rows).toHaveLength(set.vectors);
  expect(readRows(set.queryFile, set.dimensions)).toHaveLength(20);
  for (const row of rows) expect(dot(row, row)).toBeCloseTo(1, 5);
});

test('there are no real vectors in a folder that is missing', () => {
  expect(realSetNames(join(directory, 'missing'))).toEqual([]);
});

describe('rounds', () => {
  test('recall is the share of the true neighbours that were found, whatever their order', () => {
    const truth = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    expect(recallAt(3, truth, truth)).toBe(1);
    expect(
      recallAt(
        3,
        [
          [3, 1, 9],
          [9, 8, 7],
        ],
        truth,
      ),
    ).toBe(2 / 6);
    // The third found does not count, nor does one that is found twice.
    expect(
      recallAt(
        2,
        [
          [9, 1, 2],
          [4, 4, 5],
        ],
        truth,
      ),
    ).toBe(2 / 4);
    expect(recallAt(10, [[]], [[]])).toBe(1);
  });

  test('median and quantiles', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(quantile(hundred, 0.99)).toBe(100);
    expect(quantile(hundred, 0.5)).toBe(51);
    expect(quantile([7], 0.99)).toBe(7);
  });

  test('everyone takes turns, the first round does not count, and who fails is left out', async () => {
    const order: string[] = [];
    const failures: string[] = [];
    const contestant = (name: string, milliseconds: number[]) => ({
      name,
      run: async () => {
        order.push(name);
        const took = milliseconds.shift();
        if (took === undefined) throw new Error('no more');
        return round([took, took + 1]);
      },
    });
    const contestants = [contestant('a', [1000, 10, 40]), contestant('b', [1000, 20, 20]), contestant('c', [1, 2])];
    const outcomes = await contest(contestants, 2, (name, reason) => failures.push(`${name}: ${reason}`));
    expect(order.join('')).toBe('abcabcabc');
    expect(failures).toEqual(['c: no more']);
    expect([...outcomes.keys()]).toEqual(['a', 'b']);
    const [a, b] = [...outcomes.values()];
    if (!a || !b) throw new Error('Both have finished.');
    expect(a).toMatchObject({ p50: 25.5, p99: 41, cpu: 0.5, medians: [10.5, 40.5] });
    // Of each round by itself: half as long, then twice as long.
    expect(timesAsLong(a, b)).toBeCloseTo((10.5 / 20.5 + 40.5 / 20.5) / 2, 9);
  });
});

describe('tuning', () => {
  const truth = [Array.from({ length: 10 }, (_, i) => i)];
  /** Finds as many as `effort` and `extra` together, in as many milliseconds as `effort` and three times `extra`. */
  async function run({ effort = 0, extra = 0 }: Readonly<Record<string, number>>) {
    return round([effort + 3 * extra], [Array.from({ length: Math.min(10, effort + extra) }, (_, i) => i)]);
  }
  const row = (extra: number, most: number) => Array.from({ length: most }, (_, i) => ({ effort: i + 1, extra }));

  test('the fastest settings that reach the recall are chosen', async () => {
    expect(await tune([row(0, 10), row(2, 10)], { run, truth, recall: 0.75 })).toEqual({
      settings: { effort: 8, extra: 0 },
      recall: 0.8,
      reached: true,
    });
    expect(await tune([row(0, 5), row(2, 10)], { run, truth, recall: 0.75 })).toEqual({
      settings: { effort: 6, extra: 2 },
      recall: 0.8,
      reached: true,
    });
  });

  test('where none reach it, those with the best recall', async () => {
    expect(await tune([row(0, 4), row(2, 4)], { run, truth, recall: 0.9 })).toEqual({
      settings: { effort: 4, extra: 2 },
      recall: 0.6,
      reached: false,
    });
  });
});

describe('requirements', () => {
  const judged = (sets: Parameters<typeof judge>[0], start: string) =>
    judge(sets).find(({ requirement }) => requirement.startsWith(start));

  test('of every set, or of the largest that was measured', () => {
    const small = { name: 'small', size: 100, figures: { coldRecall10: 0.94, coldTimesLancedb: 3 } };
    const large = {
      name: 'large',
      size: 2_000_000,
      figures: { coldRecall10: 0.99, coldTimesLancedb: 0.4, coldP50: 6 },
    };
    expect(judged([small, large], 'recall@10')).toMatchObject({ reached: false });
    expect(judged([large], 'recall@10')).toMatchObject({ reached: true, measured: 'large: coldRecall10 0.99' });
    expect(judged([small, large], 'search at equal recall: at most 0.5 times LanceDB')).toMatchObject({
      reached: true,
    });
    expect(judged([large], 'cold search')).toMatchObject({ reached: false });
  });

  test('are not judged by too few vectors, nor without a figure', () => {
    const set = { name: 'few', size: 1000, figures: { coldP50: 0.1, coldTimesLancedb: Number.NaN } };
    expect(judged([set], 'cold search')?.reached).toBe(undefined);
    expect(judged([set], 'search at equal recall: at most 0.5 times LanceDB')).toMatchObject({
      reached: undefined,
      measured: 'not measured',
    });
  });

  test('of which several figures tell, all must keep to it', () => {
    const set = (figures: Record<string, number>) => [{ name: 's', size: 100_000, figures }];
    const graph = 'graph of 100 k';
    expect(judged(set({ hotVectors: 100_000, hotRecall10: 0.98, hotP50: 0.9 }), graph)?.reached).toBe(true);
    expect(judged(set({ hotVectors: 100_000, hotRecall10: 0.98, hotP50: 1.1 }), graph)?.reached).toBe(false);
    expect(judged(set({ hotVectors: 50_000, hotRecall10: 0.98, hotP50: 0.9 }), graph)?.reached).toBe(undefined);
    expect(judged(set({ timesCodesAndIds: 1.06 }), 'bytes of codes')?.reached).toBe(false);
  });
});
