import { expect } from 'vitest';

/** Milliseconds; shorter times are noise. */
const noise = 20;
const mostRounds = 10;
/** Linear time gives 4, quadratic 16. */
const mostRatio = 8;

/**
 * What holds for work in linear time: four times the input takes about four times as long. Time of the processor is
 * measured, not of the clock, and the best of some rounds counts after one that warms up, for whatever else the machine
 * does only makes a round slower.
 */
export async function expectLinearTime(size: number, run: (size: number) => unknown): Promise<void> {
  await run(size);
  let small = Number.POSITIVE_INFINITY;
  let large = Number.POSITIVE_INFINITY;
  for (let round = 0; round < mostRounds && !(large < mostRatio * Math.max(small, noise)); round++) {
    small = Math.min(small, await timeOf(() => run(size)));
    large = Math.min(large, await timeOf(() => run(4 * size)));
  }
  expect(large / Math.max(small, noise)).toBeLessThan(mostRatio);
}

async function timeOf(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
