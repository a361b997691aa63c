import { join } from 'node:path';
import { vectorTierConformance } from '@cubo/contracts/testing';
import { describe, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';
import { testedLibraries, titleOf } from './libraries.ts';

const variants = [
  { title: 'defaults', settings: {} },
  // Every flush makes or extends the index in the background, and most are interrupted by what comes next.
  { title: 'an index of everything', settings: { scanBytes: 0 } },
];

for (const library of testedLibraries) {
  describe.skipIf(library.missing).each(variants)(`${titleOf(library)} with $title`, ({ settings }) => {
    const dimensions = 32;
    const checks = vectorTierConformance({
      dimensions,
      async create() {
        const directory = join(temporaryDirectory(), 'index');
        const open = () => library.open({ directory, dimensions, ...settings });
        return { index: await open(), reopen: open };
      },
    });
    for (const check of checks) test(check.name, check.run, 60_000);
  });
}
