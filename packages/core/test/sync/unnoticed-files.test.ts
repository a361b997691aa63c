import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withUnnoticedFiles } from '../../src/sync/unnoticed-files.ts';
import { writeFiles } from '../open-cubo.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

test('a new folder stands for the files in it that nobody has told of', async () => {
  const directory = await temporaryDirectory();
  await writeFiles(directory, { 'new/a.txt': '', 'new/deep/b.txt': '', 'new/deep/c.txt': '', 'new/.hidden/d.txt': '' });
  const at = (...names: string[]) => names.map((name) => join(directory, name));
  const noticed = new Set(at('new/deep/b.txt'));
  const paths = at('gone.txt', 'new', 'new/a.txt', 'new/deep');
  expect(await withUnnoticedFiles(paths, (path) => noticed.has(path))).toEqual(
    at('gone.txt', 'new/a.txt', 'new/deep/c.txt').sort(),
  );
  expect(await withUnnoticedFiles(at('new'), () => true)).toEqual([]);
});
