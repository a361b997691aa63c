import { MessageChannel } from 'node:worker_threads';
import { CuboError } from '@cubo/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { createMessagePeer } from '../src/index.ts';

function throwing(thrown: unknown) {
  const { port1, port2 } = new MessageChannel();
  const serving = createMessagePeer(port2, {
    fail() {
      throw thrown;
    },
    async *failLate() {
      yield 1;
      throw thrown;
    },
  });
  const calling = createMessagePeer(port1);
  onTestFinished(() => {
    calling.close();
    serving.close();
  });
  return calling;
}

const circular = new CuboError({ code: 'CUBO_FORMAT_INVALID', message: 'It is broken.', remedy: 'Mend it.' });
Object.defineProperty(circular, 'cause', { value: circular });
const unclonable = Object.assign(new Error('x'), { message: () => 'no text' });
const failing = Object.defineProperty(new Error('x'), 'stack', {
  get() {
    throw new Error('no stack');
  },
});

test.each<[string, unknown, RegExp]>([
  ['an object without text', Object.create(null), /^what was thrown has no text$/],
  ['a symbol', Symbol('s'), /^Symbol\(s\)$/],
  ['nothing', undefined, /^undefined$/],
  ['an error in a circle', circular, /^It is broken\. Mend it\.$/],
  ['an error whose message is a function', unclonable, /no text/],
  ['an error without a stack', failing, /^x$/],
])('the other side hears when a handler throws %s', async (_, thrown, message) => {
  const peer = throwing(thrown);
  await expect(peer.call('fail')).rejects.toThrow(message);
  const items = peer.stream('failLate');
  expect(await items.next()).toEqual({ done: false, value: 1 });
  await expect(items.next()).rejects.toThrow(message);
});
