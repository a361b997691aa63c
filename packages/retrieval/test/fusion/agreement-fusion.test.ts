import type { FusedHit, RankedList } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementFusion } from '../../src/index.ts';

const list = (name: string, scores: Record<number, number>, rest: Partial<RankedList> = {}): RankedList => ({
  name,
  hits: Object.entries(scores)
    .map(([id, score]) => ({ id: Number(id), score }))
    .sort((a, b) => b.score - a.score || a.id - b.id),
  ...rest,
});
const fuse = (...lists: RankedList[]) => agreementFusion().fuse(lists, { query: 'q', limit: 1000 });
const ids = (hits: readonly FusedHit[]) => hits.map(({ id }) => id);
const weights = ([hit]: readonly FusedHit[]) =>
  Object.fromEntries(hit?.contributions.map((c) => [c.list, c.weight]) ?? []);
/** What `dense` weighs beside `sparse`. */
const ratio = (hits: readonly FusedHit[]) => {
  const { sparse = 0, dense = 0 } = weights(hits);
  return dense / sparse;
};

const sparse = list('sparse', { 1: 10, 2: 5, 3: 1 });
/** Its scores are a tenth of those of `sparse`: the correlation is 1, three hits make 3 / 13 of it. */
const dense = list('dense', { 1: 1, 2: 0.5, 3: 0.1 });
const agreement = 3 / 13;

describe('agreementFusion', () => {
  test('weighs the dense list by the square of its trust', () => {
    const hits = fuse(sparse, dense);
    expect(ratio(hits)).toBeCloseTo(1.8 * ((1 + agreement) / 2) ** 2, 12);
    expect(Object.values(weights(hits)).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(agreementFusion().id).toBe('agreement(weight=1.8)');
    const half = agreementFusion({ weight: 0.9 }).fuse([sparse, dense], { query: 'q', limit: 9 });
    expect(ratio(half)).toBeCloseTo(ratio(hits) / 2, 12);
  });
  test('the best lexical hit is worth 0.15 more, others their share of its score', () => {
    const values = fuse(sparse).map(({ score }) => score);
    expect(values).toEqual([1.15, 0.5, 0.1].map((value) => expect.closeTo(value, 12)));
  });
  test.each([
    [0.6, 1],
    [0.9, 1],
    [0.3, 1 / 4],
    [0.06, 1 / 100],
  ])('a dense list with a confidence of %d has %d of its weight', (confidence, share) => {
    expect(ratio(fuse(sparse, { ...dense, confidence }))).toBeCloseTo(share * ratio(fuse(sparse, dense)), 12);
  });
  test.each([
    [0.5, 2],
    [0.1, 10],
    [0, 10],
  ])('words of which %d stand in no text make the dense list weigh %d times as much', (confidence, factor) => {
    expect(ratio(fuse({ ...sparse, confidence }, dense))).toBeCloseTo(factor * ratio(fuse(sparse, dense)), 12);
  });
  test('a dense list that contradicts the words hardly counts', () => {
    const count = 90;
    const words = list('sparse', Object.fromEntries(Array.from({ length: count }, (_, id) => [id, count - id])));
    const noise = list('dense', Object.fromEntries(Array.from({ length: count }, (_, id) => [id, 0.6 + id / 1000])));
    const hits = fuse(words, noise);
    // The correlation is −1, believed to 90 parts of 100.
    expect(ratio(hits)).toBeCloseTo(1.8 * 0.05 ** 2, 12);
    expect(ids(hits)).toEqual(ids(fuse(words)));
  });
  test('scores behind the hundredth hit of a list say that a text is unrelated', () => {
    const cosines = Object.fromEntries(Array.from({ length: 120 }, (_, id) => [id, 0.9 - id / 1000]));
    const values = fuse(list('dense', cosines)).map(({ score }) => score);
    expect(values[0]).toBeCloseTo(1, 5);
    expect(values[50]).toBeCloseTo(1 - 50 / 99, 5);
    expect(Math.max(...values.slice(99))).toBeLessThan(1e-7);
    expect(ids(fuse(list('dense', cosines)))).toEqual(Array.from({ length: 120 }, (_, id) => id));
  });
  test('what has no vector yet is judged by its words alone', () => {
    const partial = list('dense', { 2: 0.9, 4: 0.1 }, { coverage: 0.5 });
    const byWords = (hits: readonly FusedHit[]) => hits.find(({ id }) => id === 3);
    expect(byWords(fuse(sparse, partial))).toMatchObject({
      contributions: [{ list: 'sparse', weight: 1 }],
      score: 0.1,
    });
    const complete = byWords(fuse(sparse, { ...partial, coverage: 1 }));
    expect(complete?.score).toBeLessThan(0.09);
    const lexicalOrder = fuse(sparse, list('dense', { 3: 0.9 }, { coverage: 0.5, others: [] })).map(({ id }) => id);
    expect(lexicalOrder.indexOf(1)).toBeLessThan(lexicalOrder.indexOf(2));
  });
  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('refuses the weight %d', (weight) =>
    expect(() => agreementFusion({ weight })).toThrow(/Choose a finite number of 0 or more/),
  );

  const scored = (length: number) =>
    fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: length, maxLength: length });
  test('the scale of the dense scores makes no difference', () => {
    fc.assert(
      fc.property(scored(130), scored(130), fc.double({ min: 0, max: 5, noNaN: true }), (a, b, shift) => {
        const words = list('sparse', { ...a.slice(0, 60) });
        const near = fuse(words, list('dense', { ...b })).map(({ id, score }) => [id, score] as const);
        const far = fuse(words, list('dense', { ...b.map((score) => shift + score / 7) }));
        const scores = new Map(far.map(({ id, score }) => [id, score]));
        for (const [id, score] of near) expect(scores.get(id)).toBeCloseTo(score, 6);
      }),
      { seed: 21, numRuns: 60 },
    );
  });
});
