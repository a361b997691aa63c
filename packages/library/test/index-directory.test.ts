import { join } from 'node:path';
import { chunkSetFromIds } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { nodeFileLayer, openIndexDirectory } from '../src/index.ts';
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
