import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CharacterRange, spanMetrics } from '../src/metrics/index.ts';

test('recall, precision and intersection over union of an example', () => {
  const reference = [
    { start: 10, end: 20 },
    { start: 50, end: 60 },
  ];
  // Of the first span 5 characters are found, twice; of the second all 10.
  const passages = [
    { start: 0, end: 15 },
    { start: 10, end: 15 },
    { start: 45, end: 75 },
  ];
  const one = spanMetrics([{ passages, reference }]);
  expect(one.recall).toBe(15 / 20);
  expect(one.precision).toBe(15 / 50);
  expect(one.iou).toBeCloseTo(15 / (50 + 20 - 15), 12);
  const two = spanMetrics([
    { passages, reference },
    { passages: [], reference },
  ]);
  expect(two).toEqual({ recall: one.recall / 2, precision: one.precision / 2, iou: one.iou / 2 });
});

test('they are those of sets of characters', () => {
  const range = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 25 }));
  const ranges = (least: number) =>
    fc
      .array(range, { minLength: least, maxLength: 5 })
      .map((all) => all.map(([start, length]) => ({ start, end: start + length })));
  const characters = (all: readonly CharacterRange[]) =>
    new Set(all.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));
  fc.assert(
    fc.property(ranges(0), ranges(1), (passages, reference) => {
      const wanted = characters(reference);
      const both = [...characters(passages)].filter((at) => wanted.has(at)).length;
      const found = passages.reduce((sum, { start, end }) => sum + end - start, 0);
      const { recall, precision, iou } = spanMetrics([{ passages, reference }]);
      expect(recall).toBeCloseTo(both / wanted.size, 12);
      expect(precision).toBeCloseTo(found === 0 ? 0 : both / found, 12);
      expect(iou).toBeCloseTo(both / (found + wanted.size - both), 12);
    }),
    { seed: 6, numRuns: 200 },
  );
});
