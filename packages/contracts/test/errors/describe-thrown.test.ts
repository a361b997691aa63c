import { expect, test } from 'vitest';
import { describeThrown } from '../../src/index.ts';

const hidden = Object.defineProperty(new Error('seen'), 'message', {
  get() {
    throw new Error('no message');
  },
});

test.each<[unknown, string]>([
  [new TypeError('No bytes.'), 'No bytes.'],
  ['text', 'text'],
  [undefined, 'undefined'],
  [Symbol('s'), 'Symbol(s)'],
  [Object.create(null), 'what was thrown has no text'],
  [hidden, 'what was thrown has no text'],
])('whatever is thrown can be described: case %#', (thrown, text) => {
  expect(describeThrown(thrown)).toBe(text);
});
