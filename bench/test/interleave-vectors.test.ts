import { expect, test } from 'vitest';
import { interleaveVectors } from '../src/soaks/interleave-vectors.ts';

// The full number runs by `npm run soak`.
test('any interleaving of changes, searches and the work in the background agrees with brute force', async () => {
  const { hits, expected, kinds } = await interleaveVectors({ seed: 404, runs: 40 });
  expect(expected).toBeGreaterThan(100);
  for (const kind of ['.vectors', '.ivfpq', '.hnsw']) expect(kinds.get(kind), kind).toBeGreaterThan(8);
  expect(hits / expected).toBeGreaterThan(0.95);
}, 120_000);
