import { changeQueue } from '@cubo/library';
import { expect, test } from 'vitest';

function gate(): { open(): void; opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test('changes run one after the other, and one that fails does not stop the next', async () => {
  const queue = changeQueue();
  const order: string[] = [];
  const first = queue.change(async () => {
    order.push('first begins');
    await Promise.resolve();
    order.push('first ends');
    throw new Error('first failed');
  });
  const second = queue.change(async () => order.push('second'));
  await expect(first).rejects.toThrow('first failed');
  expect(await second).toBe(3);
  expect(order).toEqual(['first begins', 'first ends', 'second']);
});

test('a refresh waits for one before it, but for no change', async () => {
  const queue = changeQueue();
  const [refreshing, changing] = [gate(), gate()];
  const done: string[] = [];
  const look = (name: string) => async () => {
    await refreshing.opened;
    done.push(name);
  };
  const first = queue.refresh(look('first'));
  const change = queue.change(async () => {
    await changing.opened;
    done.push('change');
  });
  const second = queue.refresh(look('second')).then(() => done.push('joined'));
  refreshing.open();
  await Promise.all([first, second]);
  expect(done).toEqual(['first', 'joined']);
  changing.open();
  await change;
  await queue.refresh(look('third'));
  expect(done).toEqual(['first', 'joined', 'change', 'third']);
});

test('a refresh that fails tells who asked for it, and nobody else', async () => {
  const queue = changeQueue();
  const failed = queue.refresh(() => Promise.reject(new Error('unreadable')));
  const changing = gate();
  const change = queue.change(() => changing.opened);
  await expect(failed).rejects.toThrow('unreadable');
  await queue.refresh(() => Promise.reject(new Error('must not run')));
  changing.open();
  await change;
});
