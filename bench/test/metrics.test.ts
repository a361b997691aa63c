import { describe, expect, test } from 'vitest';
import { areaUnderCurve, ndcg, rankingMetrics, recall, reciprocalRank } from '../src/metrics/index.ts';

const graded = new Map([
  ['a', 3],
  ['b', 2],
  ['c', 1],
  ['d', 0],
  ['e', -1],
]);

describe('ndcg', () => {
  test('divides gains by the logarithm of the rank and by the ideal order', () => {
    // Found: b at 1, x at 2, a at 3, c at 4: 2/1 + 0 + 3/2 + 1/log2(5) = 3.9306765581
    // Ideal: a, b, c: 3/1 + 2/log2(3) + 1/2 = 4.7618595071
    expect(ndcg(['b', 'x', 'a', 'c'], graded, 10)).toBeCloseTo(3.9306765581 / 4.7618595071, 9);
    expect(ndcg(['a', 'b', 'c'], graded, 10)).toBe(1);
  });

  test('looks at no more than the cutoff, in the ranking as in the ideal', () => {
    // At 2: found b, x: 2; ideal a, b: 3 + 2/log2(3) = 4.2618595071
    expect(ndcg(['b', 'x', 'a'], graded, 2)).toBeCloseTo(2 / 4.2618595071, 9);
    const eleven = Array.from({ length: 11 }, (_, i) => `x${i}`);
    expect(ndcg(eleven, new Map([['x10', 1]]), 10)).toBe(0);
    expect(ndcg(eleven, new Map([['x9', 1]]), 10)).toBeCloseTo(1 / 3.4594316186, 9);
  });

  test('takes the ideal over all relevant documents, found or not', () => {
    // Eleven relevant, one found at rank 1: 1 / sum of 1/log2(r+1) for r = 1…10 = 1 / 4.5435593
    const relevance = new Map(Array.from({ length: 11 }, (_, i) => [`x${i}`, 1]));
    expect(ndcg(['x0', 'y'], relevance, 10)).toBeCloseTo(1 / 4.5435593, 6);
  });

  test('gives nothing for grades of 0 or less and for nothing relevant', () => {
    expect(ndcg(['d', 'e'], graded, 10)).toBe(0);
    expect(ndcg(['d'], new Map([['d', 0]]), 10)).toBe(0);
    expect(ndcg([], graded, 10)).toBe(0);
  });
});

describe('recall', () => {
  test('is the share of all relevant documents', () => {
    expect(recall(['a', 'x', 'c', 'd', 'e'], graded, 10)).toBeCloseTo(2 / 3, 12);
    expect(recall(['x', 'y', 'a'], graded, 2)).toBe(0);
    expect(recall(['x', 'y', 'a'], graded, 3)).toBeCloseTo(1 / 3, 12);
    expect(recall(['a'], new Map(), 10)).toBe(0);
  });
});

describe('reciprocalRank', () => {
  test('is one divided by the first relevant rank up to the cutoff', () => {
    expect(reciprocalRank(['d', 'e', 'x', 'c', 'a'], graded, 10)).toBe(1 / 4);
    expect(reciprocalRank(['a'], graded, 10)).toBe(1);
    expect(reciprocalRank(['d', 'e', 'x', 'c'], graded, 3)).toBe(0);
    expect(reciprocalRank([], graded, 10)).toBe(0);
  });
});

describe('rankingMetrics', () => {
  test('is the mean over queries', () => {
    const relevance = new Map([['a', 1]]);
    const late = [...Array.from({ length: 50 }, (_, i) => `x${i}`), 'a'];
    const metrics = rankingMetrics([
      { ranking: ['x', 'a'], relevance },
      { ranking: late, relevance },
    ]);
    expect(metrics.ndcg10).toBeCloseTo(1 / 1.5849625007 / 2, 9);
    expect(metrics).toMatchObject({ recall10: 0.5, recall100: 1, mrr10: 0.25 });
  });

  test('is zero without queries', () => {
    expect(rankingMetrics([])).toEqual({ ndcg10: 0, recall10: 0, recall100: 0, mrr10: 0 });
  });
});

test('the area under the curve is the share of pairs in the right order', () => {
  expect(areaUnderCurve([0.9, 0.5], [0.1, 0.5, 0.7])).toBeCloseTo((3 + 1.5) / 6, 9);
  expect(areaUnderCurve([], [1])).toBeNaN();
});
