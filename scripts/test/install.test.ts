import { expect, it } from 'vitest';
import { explainFailure } from '../lib/install.mjs';

it('explains a missing network', () => {
  const tail = 'npm error code EAI_AGAIN\nnpm error request failed';
  expect(explainFailure({ code: 1, tail })).toMatch(/no connection .* Connect this computer/);
});

it('explains a lock file that is out of date', () => {
  const tail = 'ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"';
  expect(explainFailure({ code: 1, tail })).toMatch(/pnpm-lock\.yaml do not agree/);
});

it('explains that npm is missing, and passes on what it cannot explain', () => {
  expect(explainFailure({ code: 127, tail: 'spawn npx ENOENT' })).toMatch(/could not be started \(spawn npx ENOENT\)/);
  expect(explainFailure({ code: 3, tail: 'something else' })).toMatch(/exit code 3/);
});
