import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCandidateGroups, estimatedSimilarity, minHash } from '../src/index.ts';

const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, i) => `w${((seed * 7919 + i) * 2654435761) % 2_147_483_647}`);

function signature(text: string): Uint32Array {
  const found = minHash(text);
  if (found === undefined) throw new Error('no signature');
  return found;
}

/** The Jaccard similarity of the sets of three words in a row. */
function exactSimilarity(a: readonly string[], b: readonly string[]): number {
  const shingles = (list: readonly string[]) =>
    new Set(Array.from({ length: Math.max(1, list.length - 2) }, (_, i) => list.slice(i, i + 3).join(' ')));
  const [x, y] = [shingles(a), shingles(b)];
  const common = [...x].filter((shingle) => y.has(shingle)).length;
  return common / (x.size + y.size - common);
}

test('estimates the Jaccard similarity of shingles', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 20, max: 300 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (seed, count, share) => {
        const a = words(seed, count);
        const b = a.map((word, i) => (i >= count * share ? `other${i}` : word));
        const estimate = estimatedSimilarity(signature(a.join(' ')), signature(b.join(' ')));
        // Four standard deviations of 128 values.
        expect(Math.abs(estimate - exactSimilarity(a, b))).toBeLessThan(0.18);
      },
    ),
    { seed: 11, numRuns: 300 },
  );
});

test('looks at words alone, whatever their case and what stands between them', () => {
  const a = signature('The tenant pays the rent, on the FIRST of each month.');
  expect(estimatedSimilarity(a, signature('the tenant pays – the rent on the first\nof each month'))).toBe(1);
  expect(estimatedSimilarity(a, signature('Wholly other words stand in this sentence here.'))).toBeLessThan(0.1);
  expect(estimatedSimilarity(signature('租金应在每月一日支付'), signature('租金应在每月一日支付。'))).toBe(1);
  expect(estimatedSimilarity(signature('one'), signature('two'))).toBeLessThan(0.1);
  expect(minHash(' … – !')).toBeUndefined();
});

test('groups what may be nearly the same', () => {
  const groups = createCandidateGroups();
  const texts = new Map<number, string>();
  // More than it begins with room for.
  for (let id = 0; id < 3000; id++) texts.set(id * 5, words(id, 80).join(' '));
  const copy = words(17, 80);
  copy[40] = 'changed';
  texts.set(90_000, copy.join(' '));
  for (const [id, text] of texts) groups.add(id, signature(text));
  const found = new Set([...groups.groups()].map((ids) => ids.join()));
  expect(found).toContain('85,90000');
  expect(found.size).toBeLessThan(10);
});
