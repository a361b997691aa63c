import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MergeCandidate, planMerge } from '../../src/raw-vectors/plan-merge.ts';

const file = (name: string, live: number, rest: Partial<MergeCandidate> = {}): MergeCandidate => ({
  name,
  live,
  dead: 0,
  overlapping: false,
  ...rest,
});

const several = (count: number, live: number) => Array.from({ length: count }, (_, i) => file(`${live}-${i}`, live));

describe('planMerge', () => {
  test('leaves a few files alone', () => {
    expect(planMerge(10, several(6, 10)).size).toBe(0);
    expect(planMerge(100_000, several(6, 10)).size).toBe(0);
  });

  test('merges the eighth file of a class with the other seven', () => {
    expect(planMerge(10, several(7, 10)).size).toBe(7);
    expect(planMerge(5000, several(7, 5000)).size).toBe(7);
  });

  test('goes on to the next class when the merged file fills it', () => {
    expect(planMerge(900, [...several(7, 900), ...several(7, 8000)]).size).toBe(14);
  });

  test('rewrites files that are mostly dead or overlap, alone', () => {
    const files = [
      file('half', 5, { dead: 5 }),
      file('mostly', 5, { dead: 6 }),
      file('old', 1e6, { overlapping: true }),
    ];
    expect(planMerge(0, files)).toEqual(new Set(['mostly', 'old']));
  });

  test('keeps the number of files and of copies logarithmic', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 200, maxLength: 600 }), (flushes) => {
        let files: MergeCandidate[] = [];
        let copied = 0;
        let total = 0;
        for (const [index, added] of flushes.entries()) {
          total += added;
          const merged = planMerge(added, files);
          const size = files.filter(({ name }) => merged.has(name)).reduce((sum, { live }) => sum + live, added);
          copied += size - added;
          files = [...files.filter(({ name }) => !merged.has(name)), file(String(index), size)];
        }
        expect(files.reduce((sum, { live }) => sum + live, 0)).toBe(total);
        const classes = Math.ceil(Math.log(total / 1024) / Math.log(8)) + 1;
        expect(files.length).toBeLessThanOrEqual(7 * classes);
        expect(copied).toBeLessThanOrEqual(total * (classes + 1));
      }),
      { seed: 7, numRuns: 50 },
    );
  });
});
