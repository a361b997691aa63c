import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SkippedFile } from '@cubo/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  fileSource,
  hashSource,
  readSource,
  readSourceHead,
  scanSources,
  type TextSourceOptions,
  textSource,
} from '../src/index.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { collect } from './helpers/sections.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cubo-sources-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const isWindows = process.platform === 'win32';

async function tree(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), path);
  }
}

async function scan(paths: string | string[] = folder): Promise<{ found: string[]; problems: SkippedFile[] }> {
  const problems: SkippedFile[] = [];
  const sources = await collect(scanSources(paths, { onProblem: (problem) => problems.push(problem) }));
  return { found: sources.map((source) => source.uri.slice(folder.length + 1)), problems };
}

describe('scanSources', () => {
  test('walks folders in code unit order and passes over hidden names and node_modules', async () => {
    await tree(
      'b.txt',
      'a/z.txt',
      'a/Z.txt',
      'a/ä.txt',
      'B.txt',
      '.hidden/x.txt',
      '.env',
      'node_modules/m/x.js',
      'a/b/c.txt',
    );
    const { found, problems } = await scan();
    expect(found).toEqual(['B.txt', 'a/Z.txt', 'a/b/c.txt', 'a/z.txt', 'a/ä.txt', 'b.txt']);
    expect(problems).toEqual([]);
  });

  test('takes files and hidden folders that are named, each once', async () => {
    await tree('a/one.txt', 'a/two.txt', 'a/.notes/three.txt');
    const paths = ['a/two.txt', 'a', 'a/.notes', 'a'].map((path) => join(folder, path));
    expect((await scan(paths)).found).toEqual(['a/one.txt', 'a/two.txt', 'a/.notes/three.txt']);
  });

  test('takes any number of named paths in linear time', async () => {
    const paths = Array.from({ length: 4000 }, (_, index) => join(folder, `${index % 100}`, `${index}.txt`));
    for (let index = 0; index < 100; index++) await mkdir(join(folder, String(index)));
    for (const path of paths) writeFileSync(path, '');
    await expectLinearTime(paths.length / 4, async (count) => {
      expect((await scan(paths.slice(0, count))).found).toHaveLength(count);
    });
    expect((await scan([...paths, folder])).found).toHaveLength(paths.length);
  });

  test('refuses a path that does not exist, before anything is found', async () => {
    await tree('a.txt');
    const missing = join(folder, 'missing');
    const scanning = collect(scanSources([folder, missing]));
    await expect(scanning).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND', path: missing });
  });

  test.skipIf(isWindows)('follows links to files inside the folder only, and reports the others', async () => {
    await tree('docs/a.txt', 'outside.txt', 'outside/b.txt', 'docs/sub/c.txt');
    await symlink('a.txt', join(folder, 'docs/inside.txt'));
    await symlink('../outside.txt', join(folder, 'docs/out.txt'));
    await symlink('../outside', join(folder, 'docs/out'));
    await symlink('.', join(folder, 'docs/loop'));
    await symlink('nothing', join(folder, 'docs/broken.txt'));
    const { found, problems } = await scan(join(folder, 'docs'));
    expect(found).toEqual(['docs/a.txt', 'docs/inside.txt', 'docs/sub/c.txt']);
    expect(problems.map((problem) => problem.path.slice(folder.length + 6))).toEqual([
      'broken.txt',
      'loop',
      'out',
      'out.txt',
    ]);
    for (const problem of problems) expect(problem.reason).toMatch(/link|exist/);
  });

  test.skipIf(isWindows)('never opens a named pipe', async () => {
    await tree('a.txt');
    const pipe = join(folder, 'pipe.txt');
    execFileSync('mkfifo', [pipe]);
    const { found, problems } = await scan();
    expect(found).toEqual(['a.txt']);
    expect(problems).toMatchObject([{ path: pipe, code: 'CUBO_SOURCE_UNREADABLE' }]);
    expect((await scan(pipe)).problems).toHaveLength(1);
    await expect(fileSource(pipe)).rejects.toMatchObject({ code: 'CUBO_SOURCE_UNREADABLE', path: pipe });
  });

  test.skipIf(isRoot || isWindows)('goes on after a folder that may not be read', async () => {
    await tree('a/x.txt', 'b/y.txt');
    await chmod(join(folder, 'a'), 0o000);
    const { found, problems } = await scan();
    await chmod(join(folder, 'a'), 0o755);
    expect(found).toEqual(['b/y.txt']);
    expect(problems).toMatchObject([{ path: join(folder, 'a'), code: 'CUBO_SOURCE_UNREADABLE' }]);
  });

  test('goes on after a folder that vanishes meanwhile', async () => {
    await tree('a.txt', 'b/x.txt', 'c.txt');
    const problems: string[] = [];
    const found: string[] = [];
    for await (const source of scanSources(folder, { onProblem: ({ path }) => problems.push(path) })) {
      found.push(source.name);
      if (source.name === 'a.txt') await rm(join(folder, 'b'), { recursive: true });
    }
    expect(found).toEqual(['a.txt', 'c.txt']);
    expect(problems).toEqual([join(folder, 'b')]);
  });

  test('stops when it is told to', async () => {
    await tree('a.txt', 'b.txt');
    const controller = new AbortController();
    const scanning = (async () => {
      for await (const _ of scanSources(folder, { signal: controller.signal })) controller.abort();
    })();
    await expect(scanning).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('fileSource', () => {
  test('knows path, size and time, and streams the bytes as often as it is opened', async () => {
    const bytes = new Uint8Array(700_000).map((_, index) => index * 7);
    const path = join(folder, 'data.bin');
    await writeFile(path, bytes);
    const source = await fileSource(path);
    expect(source).toMatchObject({ uri: path, name: 'data.bin', size: 700_000 });
    expect(Math.abs(Date.now() - (source.modifiedAt ?? 0))).toBeLessThan(60_000);
    expect(await readSource(source, { maximumBytes: 1_000_000 })).toEqual(bytes);
    expect(await readSourceHead(source)).toEqual(bytes.subarray(0, 65_536));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await hashSource(source)).toEqual({ sha256, bytes: 700_000 });
  });

  test('gives any range of its bytes, cut where they end', async () => {
    const path = join(folder, 'data.bin');
    await writeFile(path, 'abcde');
    const source = await fileSource(path);
    const range = async (start: number, end: number) => new TextDecoder().decode(await source.readRange?.(start, end));
    expect(await range(1, 4)).toBe('bcd');
    expect(await range(3, 1000)).toBe('de');
    expect(await range(9, 12)).toBe('');
    await expect(source.readRange?.(0, 1, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
    await rm(path);
    await expect(source.readRange?.(0, 1)).rejects.toMatchObject({ code: 'CUBO_SOURCE_UNREADABLE', path });
  });

  test('names what is wrong', async () => {
    const path = join(folder, 'a.txt');
    await expect(fileSource(path)).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND', path });
    await expect(fileSource(folder)).rejects.toMatchObject({ code: 'CUBO_SOURCE_UNREADABLE', path: folder });
    await writeFile(path, 'text');
    const source = await fileSource(path);
    await rm(path);
    await expect(hashSource(source)).rejects.toMatchObject({ code: 'CUBO_SOURCE_UNREADABLE', path });
  });
});

describe('readSource', () => {
  test('refuses what is too large, by its stated size or as it turns out', async () => {
    const path = join(folder, 'large.txt');
    await writeFile(path, 'x');
    const small = await fileSource(path);
    await truncate(path, 5_000_000);
    for (const source of [small, await fileSource(path)]) {
      const reading = readSource(source, { maximumBytes: 1_000_000 });
      await expect(reading).rejects.toMatchObject({ code: 'CUBO_SOURCE_TOO_LARGE', path });
    }
  });

  test('names the source whose own stream fails', async () => {
    const source = {
      uri: 'mail:inbox/1',
      name: 'mail',
      async *open(): AsyncGenerator<Uint8Array> {
        yield new Uint8Array(1);
        throw new Error('connection lost');
      },
    };
    const reading = readSource(source, { maximumBytes: 10 });
    await expect(reading).rejects.toMatchObject({ code: 'CUBO_SOURCE_UNREADABLE', path: 'mail:inbox/1' });
  });

  test('reads a text in memory', async () => {
    const source = textSource({ uri: 'note:1', text: 'Grüße' });
    expect(source).toMatchObject({ uri: 'note:1', name: 'note:1', mediaType: 'text/plain', size: 7 });
    expect(new TextDecoder().decode(await readSource(source, { maximumBytes: 10 }))).toBe('Grüße');
  });

  test.each<[unknown, RegExp]>([
    [{ uri: ' ', text: '' }, /^The uri of a text source is missing or empty/],
    [{ text: 'Text' }, /^The uri of a text source is missing or empty/],
    [undefined, /^The uri of a text source is missing or empty/],
    [{ uri: 'note:1' }, /^The text of the source note:1 is not a string/],
    [{ uri: 'note:1', text: 5 }, /^The text of the source note:1 is not a string/],
  ])('refuses %j', (options, message) => {
    expect(() => textSource(options as TextSourceOptions)).toThrow(
      expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT', message: expect.stringMatching(message) }),
    );
  });
});
