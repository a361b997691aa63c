import { manualClock } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { createSearchTraffic } from '../../src/profile/search-traffic.ts';

/** Whether a step would wait now. */
async function isHeld(traffic: ReturnType<typeof createSearchTraffic>): Promise<boolean> {
  const stop = new AbortController();
  let isOver = false;
  const waiting = traffic.quiet(stop.signal).then(() => {
    isOver = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  const held = !isOver;
  stop.abort();
  await waiting;
  return held;
}

test('steps wait for searches, but one second in two at most', async () => {
  const clock = manualClock();
  const traffic = createSearchTraffic(clock);
  expect(await isHeld(traffic)).toBe(false);
  let end = () => {};
  const search = traffic.during(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  expect(await isHeld(traffic)).toBe(true);
  for (let second = 0; second < 3; second++) {
    const step = traffic.quiet(undefined);
    await clock.advance(1000);
    await step;
    expect(await isHeld(traffic)).toBe(false);
    await clock.advance(999);
    expect(await isHeld(traffic)).toBe(false);
    await clock.advance(1);
    expect(await isHeld(traffic)).toBe(true);
  }
  end();
  await search;
  expect(await isHeld(traffic)).toBe(false);
  expect(clock.waiting()).toBe(0);
});
