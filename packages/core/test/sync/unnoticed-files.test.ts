import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withUnnoticedFiles } from '../../src/sync/unnoticed-files.ts';
import { writeFiles } from '../open-cubo.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

test('a new folder stands for the files in it that nobody has told of', async () => {
  const directory = await temporaryDirectory();
  await writeFiles(directory, { 'new/a.txt': '', 'new/deep/b.txt': '', 'new/deep/c.txt': '', 'new/.hidden/d.txt': '' });
  const at = (...names: string[]) => names.map((name) => join(directory, name));
  const waiting = new Set(at('new/deep/b.txt'));
  const isNothing = () => false;
  const paths = at('gone.txt', 'new', 'new/a.txt', 'new/deep');
  expect(await withUnnoticedFiles(paths, { isWaiting: (path) => waiting.has(path), isKnown: isNothing })).toEqual(
    at('gone.txt', 'new/a.txt', 'new/deep/c.txt').sort(),
  );
  expect(await withUnnoticedFiles(at('new'), { isWaiting: () => true, isKnown: isNothing })).toEqual([]);
  const known = new Set(at('new/a.txt', 'new/deep'));
  expect(await withUnnoticedFiles(at('new'), { isWaiting: isNothing, isKnown: (path) => known.has(path) })).toEqual(
    at('new/deep/b.txt', 'new/deep/c.txt'),
  );
  // A document by the name of what is now a folder has lost its file.
  expect(await withUnnoticedFiles(paths, { isWaiting: () => true, isKnown: (path) => known.has(path) })).toEqual(
    at('gone.txt', 'new/a.txt', 'new/deep'),
  );
});
