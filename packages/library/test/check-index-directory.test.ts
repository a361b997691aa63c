import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chunkSetFromIds } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { checkIndexDirectory, type FileLayer, nodeFileLayer, openIndexDirectory } from '../src/index.ts';
import { temporaryDirectory } from './temporary-directory.ts';

async function indexOf(...contents: string[]) {
  const options = { directory: join(await temporaryDirectory(), 'index'), files: nodeFileLayer, format: 'test@1' };
  const index = await openIndexDirectory(options);
  const add = [];
  for (const [id, content] of contents.entries()) {
    const file = await index.create('bin');
    await file.write(new TextEncoder().encode(content));
    add.push(await file.finish(chunkSetFromIds([id])));
  }
  await index.commit({ add });
  return { index, options, names: add.map(({ name }) => name) };
}

test('a file that a writer drops while the index is checked is no problem', async () => {
  const { index, options, names } = await indexOf('one', 'two');
  let dropped = false;
  const files: FileLayer = {
    ...nodeFileLayer,
    async open(path) {
      if (!dropped) await index.commit({ drop: [names[0] as string] });
      dropped = true;
      return nodeFileLayer.open(path);
    },
  };
  expect(await checkIndexDirectory({ ...options, files })).toEqual([]);
  expect(dropped).toBe(true);
});

test('a file of the index that is missing or changed is a problem', async () => {
  const { options, names } = await indexOf('one', 'two', 'three');
  const [first = '', second = ''] = names.map((name) => join(options.directory, name));
  await rm(first);
  await writeFile(second, 'owt');
  expect((await checkIndexDirectory(options)).map(({ code, path }) => [code, path])).toEqual([
    ['CUBO_INDEX_CORRUPT', first],
    ['CUBO_INDEX_CORRUPT', second],
  ]);
});
