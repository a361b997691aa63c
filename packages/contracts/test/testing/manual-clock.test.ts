import { manualClock } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';

test('a clock that is moved calls what is due, at its time and in order', async () => {
  const clock = manualClock(1000);
  const called: [string, number][] = [];
  const note = (name: string) => () => void called.push([name, clock.now()]);
  clock.schedule(30, note('third'));
  clock.schedule(10, note('first'));
  clock.schedule(20, () => {
    note('second')();
    // What a call sets off may be due within the same move.
    void Promise.resolve().then(() => clock.schedule(5, note('set off')));
  });
  clock.schedule(31, note('too late'));
  const cancel = clock.schedule(15, note('taken back'));
  cancel();
  expect([clock.now(), clock.waiting()]).toEqual([1000, 4]);
  await clock.advance(30);
  expect(called).toEqual([
    ['first', 1010],
    ['second', 1020],
    ['set off', 1025],
    ['third', 1030],
  ]);
  expect([clock.now(), clock.waiting()]).toEqual([1030, 1]);
});
