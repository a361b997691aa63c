import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEventFeed } from '../../src/sync/event-feed.ts';

async function fill(feed: { push(event: number): Promise<void> }, from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++) await feed.push(i);
}

async function read(events: AsyncGenerator<number>, most = Number.POSITIVE_INFINITY): Promise<number[]> {
  const list: number[] = [];
  while (list.length < most) {
    const step = await events.next();
    if (step.done) break;
    list.push(step.value);
  }
  return list;
}

test('without a reader the latest thousand events are kept', async () => {
  const feed = createEventFeed<number>();
  await fill(feed, 0, 2500);
  feed.end();
  const list = await read(feed.read(async () => {}));
  expect([list.length, list[0], list.at(-1)]).toEqual([1000, 1500, 2499]);
});

test('a reader gets every event, and is waited for when it is a thousand behind', async () => {
  const feed = createEventFeed<number>();
  const events = feed.read(async () => {});
  const first = events.next();
  let filled = false;
  const filling = fill(feed, 0, 1500).then(() => {
    filled = true;
    feed.end();
  });
  await first;
  for (let i = 0; i < 10; i++) await setImmediate();
  expect(filled).toBe(false);
  expect(await read(events)).toEqual(Array.from({ length: 1499 }, (_, i) => i + 1));
  await filling;
});

test('a reader that leaves is told of, and does not hold up the writer', async () => {
  const feed = createEventFeed<number>();
  let left = 0;
  const events = feed.read(async () => {
    left++;
  });
  await feed.push(1);
  await events.next();
  await events.return();
  expect(left).toBe(1);
  await fill(feed, 0, 3000);
});

test('a reader that is not waited for any more does not hold up the writer', async () => {
  const feed = createEventFeed<number>();
  const events = feed.read(async () => {});
  const first = events.next();
  const filling = fill(feed, 0, 2500);
  await first;
  for (let i = 0; i < 10; i++) await setImmediate();
  feed.stopWaiting();
  await filling;
  feed.end();
  const list = await read(events);
  expect([list.length, list.at(-1)]).toEqual([1000, 2499]);
});

test('an error comes after the events before it', async () => {
  const feed = createEventFeed<number>();
  await feed.push(1);
  feed.end({ error: new Error('broken') });
  await feed.push(2);
  const events = feed.read(async () => {});
  expect((await events.next()).value).toBe(1);
  await expect(events.next()).rejects.toThrow('broken');
});
