import { join } from 'node:path';
import { vectorTierConformance } from '@cubo/contracts/testing';
import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer } from '@cubo/library';
import { describe, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

describe.each([
  { name: 'defaults', dimensions: 32, settings: {} },
  { name: 'blocks of three vectors, no cache', dimensions: 19, settings: { blockBytes: 3 * 23, cacheBytes: 0 } },
  { name: 'a cache of two blocks', dimensions: 8, settings: { blockBytes: 2 * 12, cacheBytes: 2 * 24 } },
])('the exact tier with $name', ({ dimensions, settings }) => {
  const checks = vectorTierConformance({
    dimensions,
    async create() {
      const directory = join(temporaryDirectory(), 'index');
      const open = () => openTieredVectors({ directory, files: nodeFileLayer, dimensions, ...settings });
      return { index: await open(), reopen: open };
    },
  });
  for (const check of checks) test(check.name, check.run);
});
