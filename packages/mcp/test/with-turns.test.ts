import { expect, test } from 'vitest';
import { withTurns } from '../src/tools/with-turns.ts';

function* numbers(count: number) {
  for (let i = 0; i < count; i++) yield i;
}

test('all items come, others have their turns meanwhile, and a signal ends it', async () => {
  const seen: (number | string)[] = [];
  setImmediate(() => seen.push('turn'));
  for await (const item of withTurns(numbers(1200), new AbortController().signal)) seen.push(item);
  expect(seen.filter((item) => item !== 'turn')).toEqual([...numbers(1200)]);
  expect(seen.indexOf('turn')).toBeLessThan(1200);
  const controller = new AbortController();
  const given = async () => {
    for await (const item of withTurns(numbers(1200), controller.signal))
      if (item === 0) controller.abort(new Error('enough'));
  };
  await expect(given()).rejects.toThrow('enough');
});
