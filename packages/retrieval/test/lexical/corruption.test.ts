import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCuboError } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { open, withDirectory } from './helpers.ts';

const queries = ['term0 term1', 'common', 'term199', 'nothing', 'gatti'];

async function segmentOf(directory: string): Promise<string> {
  const index = await open(directory);
  await index.add(
    Array.from({ length: 200 }, (_, id) => ({
      id: id < 100 ? id : id + 1000,
      text: `common term${id} term${id % 7} ${'filler '.repeat(id % 5)} x${id * 7919}`,
      language: id % 3 === 0 ? 'en' : 'it',
    })),
  );
  await index.flush();
  await index.close();
  const name = (await readdir(directory)).find((entry) => entry.endsWith('.lex'));
  return join(directory, name as string);
}

async function results(directory: string): Promise<unknown> {
  const index = await open(directory);
  try {
    const lists = [];
    for (const query of queries) lists.push(await index.search(query, { limit: 300, phrases: ['common term7 term0'] }));
    lists.push(await index.matching?.({ required: ['common term5 term5'], excluded: ['filler filler filler x'] }, {}));
    return lists;
  } finally {
    await index.close();
  }
}

/** What a search over a damaged file gives: the undamaged results or an error that names the file. */
async function expectSameOrCorrupt(directory: string, path: string, expected: unknown): Promise<'same' | 'corrupt'> {
  let actual: unknown;
  try {
    actual = await results(directory);
  } catch (error) {
    if (!isCuboError(error, 'CUBO_INDEX_CORRUPT')) throw error;
    expect(error.path).toBe(path);
    expect(error.message).toContain(path);
    expect(error.remedy).toContain('doctor');
    return 'corrupt';
  }
  expect(actual).toEqual(expected);
  return 'same';
}

test('a flipped bit anywhere is found, or does not matter', () =>
  withDirectory(async (directory) => {
    const path = await segmentOf(directory);
    const expected = await results(directory);
    const intact = await readFile(path);
    const outcomes = { same: 0, corrupt: 0 };
    const step = 13;
    const places = Array.from({ length: Math.ceil(intact.length / step) }, (_, i) => i * step);
    for (let last = 1; last <= 60; last++) places.push(intact.length - last);
    for (const place of places) {
      const damaged = Buffer.from(intact);
      damaged[place] = (damaged[place] as number) ^ (1 << (place % 8));
      await writeFile(path, damaged);
      outcomes[await expectSameOrCorrupt(directory, path, expected)]++;
    }
    // All pages of this small file are read by these queries.
    expect(outcomes).toEqual({ same: 0, corrupt: places.length });
    await writeFile(path, intact);
    expect(await results(directory)).toEqual(expected);
  }));

test('a truncated, longer, empty, foreign or missing file is named', () =>
  withDirectory(async (directory) => {
    const path = await segmentOf(directory);
    const expected = await results(directory);
    const intact = await readFile(path);
    for (const length of [0, 1, 7, 39, 40, 41, intact.length >> 1, intact.length - 1]) {
      await writeFile(path, intact);
      await truncate(path, length);
      expect(await expectSameOrCorrupt(directory, path, expected)).toBe('corrupt');
    }
    for (const content of [
      Buffer.concat([intact, Buffer.from('x')]),
      Buffer.alloc(intact.length),
      Buffer.alloc(intact.length, 'CUBOLEX2'),
      Buffer.concat([intact.subarray(8), intact.subarray(0, 8)]),
    ]) {
      await writeFile(path, content);
      expect(await expectSameOrCorrupt(directory, path, expected)).toBe('corrupt');
    }
    await rm(path);
    expect(await expectSameOrCorrupt(directory, path, expected)).toBe('corrupt');
  }));
