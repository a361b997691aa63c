import { join } from 'node:path';
import { chunkSetFromIds } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { type FileLayer, nodeFileLayer, openIndexDirectory } from '../src/index.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const format = 'test@1';

async function addFile(index: Awaited<ReturnType<typeof openIndexDirectory>>, id: number): Promise<void> {
  const file = await index.create('data');
  await file.write(Uint8Array.of(id));
  await index.commit({ add: [await file.finish(chunkSetFromIds([id]))] });
}

test('a writer that has not seen the commit of another changes nothing', async () => {
  const directory = await temporaryDirectory();
  const first = await openIndexDirectory({ directory, files: nodeFileLayer, format });
  const second = await openIndexDirectory({ directory, files: nodeFileLayer, format });
  await addFile(first, 1);
  await expect(addFile(second, 2)).rejects.toMatchObject({ code: 'CUBO_LIBRARY_LOCKED' });
  await second.refresh();
  expect(second.coverage()).toEqual(chunkSetFromIds([1]));
  await addFile(second, 2);
  await first.refresh();
  expect(first.coverage()).toEqual(chunkSetFromIds([1, 2]));
  for (const file of first.manifest.files) await (await first.open(file)).close();
});

test('a file that another writer has swept is not committed', async () => {
  const options = { directory: await temporaryDirectory(), files: nodeFileLayer, format };
  const first = await openIndexDirectory(options);
  await addFile(first, 1);
  const writer = await first.create('data');
  await writer.write(Uint8Array.of(2));
  const file = await writer.finish(chunkSetFromIds([2]));
  await (await openIndexDirectory(options)).sweep();
  await expect(first.commit({ add: [file] })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_LOCKED' });
  // What the manifest names is there.
  const again = await openIndexDirectory(options);
  expect(again.coverage()).toEqual(chunkSetFromIds([1]));
  for (const each of again.manifest.files) await (await again.open(each)).close();
  await addFile(first, 3);
  expect(first.coverage()).toEqual(chunkSetFromIds([1, 3]));
});

test('what others keep in the directory is not swept', async () => {
  const directory = await temporaryDirectory();
  const options = { directory, files: nodeFileLayer, format };
  const index = await openIndexDirectory({ ...options, others: ['derived'] });
  for (const name of ['derived', 'left']) await nodeFileLayer.makeDirectory(join(directory, name));
  await addFile(index, 1);
  const names = async () => (await nodeFileLayer.list(directory)).map(({ name }) => name);
  expect(await names()).toContain('derived');
  expect(await names()).not.toContain('left');
  await addFile(await openIndexDirectory(options), 2);
  expect(await names()).not.toContain('derived');
});

test('what is created and committed while the directory is swept stays', async () => {
  const directory = await temporaryDirectory();
  const files = { ...nodeFileLayer };
  const index = await openIndexDirectory({ directory, files, format });
  await addFile(index, 1);
  await nodeFileLayer.makeDirectory(join(directory, 'left'));
  // Whatever the sweep waits for, another change takes place meanwhile.
  let id = 2;
  let changing = false;
  const meanwhile = async () => {
    if (changing) return;
    changing = true;
    await addFile(index, id++);
    changing = false;
  };
  const whileDone =
    <Args extends unknown[], Result>(action: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      await meanwhile();
      const result = await action(...args);
      await meanwhile();
      return result;
    };
  Object.assign(files, {
    list: whileDone(nodeFileLayer.list),
    read: whileDone(nodeFileLayer.read),
    remove: whileDone(nodeFileLayer.remove),
  });
  await index.sweep();
  const names = (await nodeFileLayer.list(directory)).map(({ name }) => name);
  expect(id).toBeGreaterThan(4);
  expect(index.coverage().size).toBe(id - 1);
  for (const { name } of index.manifest.files) expect(names).toContain(name);
  expect(names).not.toContain('left');
});

test('a sweep lets a manifest be written', async () => {
  const directory = await temporaryDirectory();
  const files = { ...nodeFileLayer };
  const index = await openIndexDirectory({ directory, files, format });
  await addFile(index, 1);
  files.rename = async (from, to) => {
    await index.sweep();
    await nodeFileLayer.rename(from, to);
  };
  await addFile(index, 2);
  expect(index.coverage()).toEqual(chunkSetFromIds([1, 2]));
  files.rename = nodeFileLayer.rename;
  // What a crash left of one is swept.
  const left = join(directory, 'manifest.json.new');
  await (await nodeFileLayer.create(left)).close();
  await index.sweep();
  expect(await nodeFileLayer.read(left)).toBeUndefined();
});

test('finished files that are discarded go, unless a commit that failed has named them', async () => {
  const directory = await temporaryDirectory();
  let isBroken = false;
  let isRenamed = false;
  const files: FileLayer = {
    ...nodeFileLayer,
    async rename(from, to) {
      await nodeFileLayer.rename(from, to);
      isRenamed = true;
    },
    async syncDirectory(path) {
      if (isBroken && isRenamed) throw new Error('the disk is broken');
      await nodeFileLayer.syncDirectory(path);
    },
  };
  const index = await openIndexDirectory({ directory, files, format });
  const finish = async () => {
    const writer = await index.create('bin');
    await writer.write(Uint8Array.of(1));
    return writer.finish(chunkSetFromIds([1]));
  };
  const names = async () => (await nodeFileLayer.list(directory)).map(({ name }) => name);
  await index.discard([await finish(), await finish()]);
  expect(await names()).toEqual([]);

  const file = await finish();
  isBroken = true;
  await expect(index.commit({ add: [file] })).rejects.toThrow('broken');
  await index.discard([file]);
  expect(await names()).toEqual([file.name, 'manifest.json']);
  const again = await openIndexDirectory({ directory, files: nodeFileLayer, format });
  await (await again.open(file)).close();
});
