import { expect, test } from 'vitest';
import { untilAborted } from '../../src/index.ts';

test('an abort while an item is looked at ends the items, though the work does not listen', async () => {
  const controller = new AbortController();
  async function* items() {
    yield 1;
    await new Promise(() => {});
  }
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const item of untilAborted(items(), controller.signal)) {
        seen.push(item);
        controller.abort(new Error('enough'));
      }
    })(),
  ).rejects.toThrow('enough');
  expect(seen).toEqual([1]);
});
