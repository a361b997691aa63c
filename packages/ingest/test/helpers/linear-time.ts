import { expect } from 'vitest';

/** Milliseconds; shorter times are noise. */
const noise = 20;
const mostRounds = 6;

/**
 * What holds for work in linear time: four times the input takes less than eight times as long. The best of some rounds
 * counts, after one that warms up, for whatever else the machine does only makes a round slower.
 */
export async function expectLinearTime(size: number, run: (size: number) => unknown): Promise<void> {
  await run(size);
  let small = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  for (let round = 0; round < mostRounds && !(large < 8 * Math.max(small, noise)); round++) {
    small = Math.min(small, await timeOf(() => run(size)));
    large = Math.min(large, await timeOf(() => run(4 * size)));
  }
  expect(large / Math.max(small, noise)).toBeLessThan(8);
}

async function timeOf(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
