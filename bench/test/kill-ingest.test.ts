import { expect, test } from 'vitest';
import { killIngest } from '../src/soaks/kill-ingest.ts';

// The full number runs by `npm run soak`.
test('an ingest that is killed and run again gives the library of an uninterrupted one', async () => {
  expect((await killIngest({ kills: 3, seed: 7, files: 45 })).kills).toBe(3);
}, 300_000);
