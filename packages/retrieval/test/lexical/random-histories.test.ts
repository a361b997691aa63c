import { test } from 'vitest';
import { checkRandomHistories } from './random-histories.ts';

// More of them: `npm run soak -- --interleavings 1000`.
test.each([
  ['texts of an id stay the same', true],
  ['a removed id may return with another text', false],
])('random histories agree with scoring every text, bit for bit: %s', (_, immutable) =>
  checkRandomHistories({ seed: 5, runs: 150, immutable }),
);
