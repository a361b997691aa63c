import { expect, test } from 'vitest';
import { killIngest } from '../src/soaks/kill-ingest.ts';

// The full number runs by `npm run soak`.
test.each([
  ['an ingest', false],
  ['an encrypted ingest', true],
])(
  '%s that is killed and run again gives the library of an uninterrupted one',
  async (_name, encrypted) => {
    expect((await killIngest({ kills: 3, seed: 7, files: 45, encrypted })).kills).toBe(3);
  },
  300_000,
);
