import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalog } from '../src/catalog/open-catalog.ts';
import { nodeFileLayer } from '../src/files/node-file-layer.ts';
import { temporaryDirectory } from './temporary-directory.ts';

test.each([
  [undefined, -16_000],
  [64 * 2 ** 20, -16_000],
  [4 * 2 ** 20, -4096],
  [1000, 0],
])('with a cache of %s bytes SQLite keeps %i pages, or KiB below zero', async (cacheBytes, size) => {
  const path = join(await temporaryDirectory(), 'catalog.sqlite');
  const catalog = openCatalog(path, nodeFileLayer, { cacheBytes });
  expect(catalog.pragma('cache_size', { simple: true })).toBe(size);
  catalog.close();
});
