import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { openCubo, writeFiles } from '../open-cubo.ts';
import { follow } from './watching.ts';

// Without a pause in which the watcher could hear of it.
test.each([
  {
    what: 'removed and made anew',
    replace(at: (name: string) => string) {
      rmSync(at('rep'), { recursive: true });
      mkdirSync(at('rep'));
    },
  },
  {
    what: 'renamed and made anew',
    replace(at: (name: string) => string) {
      renameSync(at('rep'), at('renamed'));
      mkdirSync(at('rep'));
    },
  },
  {
    what: 'replaced by another',
    replace(at: (name: string) => string) {
      renameSync(at('rep'), at('renamed'));
      renameSync(at('new'), at('rep'));
    },
  },
  {
    what: 'replaced deep in another',
    replace(at: (name: string) => string) {
      renameSync(at('rep/deep'), at('new/deep'));
      mkdirSync(at('rep/deep'));
    },
  },
])('a folder that is $what at once is watched', async ({ replace }) => {
  const { cubo, documents } = await openCubo({ embedder: false, threads: false, workers: 0 });
  await writeFiles(documents, { 'rep/a.txt': 'apples', 'rep/deep/b.txt': 'bananas', 'new/c.txt': 'cherries' });
  await follow(cubo.watch(documents, { debounceMilliseconds: 100 }), documents).idle();
  const sourcesOf = async (query: string) =>
    (await cubo.search(query, { mode: 'sparse' })).map(({ source }) => source.slice(documents.length + 1));
  replace((name) => join(documents, name));
  const hits = (query: string) => expect.poll(() => sourcesOf(query), { timeout: 15_000 });
  for (const name of ['rep/d.txt', 'rep/deep/e.txt']) {
    for (const word of ['dates', 'figs', 'grapes']) {
      await writeFiles(documents, { [name]: `${word} in ${name.slice(-5, -4)}` });
      await hits(word).toContain(name.replaceAll('/', sep));
    }
    await rm(join(documents, name));
    await hits('grapes').toEqual([]);
  }
});
