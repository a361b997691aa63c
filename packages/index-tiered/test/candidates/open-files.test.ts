import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTieredVectors } from '@cubo/index-tiered';
import { openUsearchTier } from '@cubo/index-tiered/usearch';
import { type FileLayer, nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 8;
const vectors = randomVectors(100, dimensions, 3);
const batch = { ids: vectors.map((_, id) => id), vectors };

/** A library as it is for whoever keeps and reads its index, in a package of its own. */
function packageFolder(): string {
  const folder = join(temporaryDirectory(), 'library');
  mkdirSync(folder);
  const methods = [
    'size() { return this.count ?? 0; }',
    'add(keys) { this.count = this.size() + keys.length; }',
    'search() { return { keys: [], distances: [] }; }',
    "save(path) { require('node:fs').writeFileSync(path, Buffer.alloc(this.size())); }",
    "load(path) { this.count = require('node:fs').readFileSync(path).length; }",
  ];
  writeFileSync(join(folder, 'index.js'), `exports.Index = class { ${methods.join(' ')} };`);
  return folder;
}

/** The real files, and how many of them are open for reading. */
function countedFiles(): { files: FileLayer; open: () => number } {
  let count = 0;
  const files: FileLayer = {
    ...nodeFileLayer,
    async open(path) {
      const file = await nodeFileLayer.open(path);
      count++;
      return {
        ...file,
        bytes: file.bytes,
        read: (start, length) => file.read(start, length),
        async close() {
          await file.close();
          count--;
        },
      };
    },
  };
  return { files, open: () => count };
}

test('a tier that cannot be opened leaves no file open', async () => {
  const directory = temporaryDirectory();
  const own = await openTieredVectors({ directory, files: nodeFileLayer, dimensions, background: false });
  await own.add(batch);
  await own.flush();
  await own.close();
  // Where the folder of the library's index would be.
  writeFileSync(join(directory, 'usearch'), '');
  const { files, open } = countedFiles();
  await expect(openUsearchTier({ directory, files, dimensions, package: packageFolder() })).rejects.toThrow('ENOTDIR');
  expect(open()).toBe(0);
});

test('a tier that is closed while it reads the index leaves no file open', async () => {
  const { files, open } = countedFiles();
  const directory = temporaryDirectory();
  const settings = { directory, files, dimensions, package: packageFolder(), scanBytes: 0, background: false };
  const made = await openUsearchTier(settings);
  await made.add(batch);
  await made.optimize?.();
  await made.close();
  const tier = await openUsearchTier(settings);
  await tier.search(vectors[0] as Float32Array, { limit: 1 });
  await tier.close();
  expect(open()).toBe(0);
});
