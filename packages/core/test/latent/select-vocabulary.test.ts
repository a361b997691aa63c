import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectVocabulary } from '../../src/embedders/latent/select-vocabulary.ts';

describe('selectVocabulary', () => {
  test('keeps the terms of most texts, and among equals the first', () => {
    expect([...selectVocabulary(Uint32Array.of(1, 5, 2, 2, 9, 1, 2), 4)]).toEqual([1, 2, 3, 4]);
    expect([...selectVocabulary(Uint32Array.of(3, 1, 2), 3)]).toEqual([0, 1, 2]);
    expect([...selectVocabulary(new Uint32Array(0), 3)]).toEqual([]);
  });

  test('keeps as many as allowed, the same as sorting would', async () => {
    const frequencies = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(frequencies, fc.integer({ min: 1, max: 70 }), async (counts, maximum) => {
        const sorted = counts
          .map((count, number) => ({ count, number }))
          .sort((a, b) => b.count - a.count || a.number - b.number)
          .slice(0, maximum)
          .map(({ number }) => number)
          .sort((a, b) => a - b);
        expect([...selectVocabulary(Uint32Array.from(counts), maximum)]).toEqual(sorted);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
