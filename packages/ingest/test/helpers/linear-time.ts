import { expect } from 'vitest';

/** Shorter times are noise. */
const noise = 5;

/**
 * What holds for work in linear time: four times the input takes less than eight times as long. The best of three runs
 * counts, after one that warms up.
 */
export async function expectLinearTime(size: number, run: (size: number) => unknown): Promise<void> {
  await run(size);
  const small = await bestTime(() => run(size));
  const large = await bestTime(() => run(4 * size));
  expect(large / Math.max(small, noise)).toBeLessThan(8);
}

async function bestTime(run: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    await run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
