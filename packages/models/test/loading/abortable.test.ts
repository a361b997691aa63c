import { expect, onTestFinished, test } from 'vitest';
import { abortable } from '../../src/loading/abortable.ts';

const reason = new Error('enough');

test.each([
  ['before', () => AbortSignal.abort(reason)],
  [
    'meanwhile',
    () => {
      const controller = new AbortController();
      queueMicrotask(() => controller.abort(reason));
      return controller.signal;
    },
  ],
])('what fails after an abort %s is no unhandled rejection', async (_, signalOf) => {
  const unhandled: unknown[] = [];
  const hear = (error: unknown) => unhandled.push(error);
  process.prependListener('unhandledRejection', hear);
  onTestFinished(() => void process.off('unhandledRejection', hear));
  const failing = Promise.withResolvers<string>();
  await expect(abortable(failing.promise, signalOf())).rejects.toBe(reason);
  failing.reject(new Error('told to stop'));
  await new Promise(setImmediate);
  expect(unhandled).toEqual([]);
});

test('what succeeds is given, and what fails first fails so', async () => {
  const { signal } = new AbortController();
  expect(await abortable(Promise.resolve('yes'), signal)).toBe('yes');
  await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
});
