import { expect, test } from 'vitest';
import { checkInterleavings } from './interleavings.ts';

// More of them: npm run soak -- --interleavings 1000
test('any interleaving of changes, searches and the work in the background agrees with brute force', async () => {
  const { hits, expected, kinds } = await checkInterleavings(404, 40);
  console.log(`recall ${hits / expected} of ${expected}`, kinds);
  expect(expected).toBeGreaterThan(100);
  for (const kind of ['.vectors', '.ivfpq', '.hnsw']) expect(kinds.get(kind), kind).toBeGreaterThan(8);
  expect(hits / expected).toBeGreaterThan(0.95);
}, 120_000);
