import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Metadata, SkippedFile } from '@cubo/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMissingCheck, type ScanSourcesOptions, scanSources } from '../src/sources/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cubo-rules-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function tree(files: readonly string[] | Readonly<Record<string, string>>): Promise<void> {
  const texts: Readonly<Record<string, string>> = Array.isArray(files)
    ? Object.fromEntries((files as readonly string[]).map((name) => [name, name]))
    : (files as Readonly<Record<string, string>>);
  for (const [name, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

async function scan(options: ScanSourcesOptions, paths: readonly string[] = ['.']) {
  const problems: SkippedFile[] = [];
  const labels: Record<string, Metadata | undefined> = {};
  const only = options.only?.map((name) => join(folder, name));
  const onProblem = (problem: SkippedFile) => problems.push(problem);
  const roots = paths.map((path) => join(folder, path));
  for await (const { uri, metadata } of scanSources(roots, { ...options, only, onProblem })) {
    const name = uri.slice(folder.length + 1).replaceAll('\\', '/');
    expect(labels).not.toHaveProperty([name]);
    labels[name] = metadata;
  }
  return { found: Object.keys(labels), labels, problems };
}

const archive = [
  'a.pdf',
  'letters/b.pdf',
  'letters/2024/c.PDF',
  'letters/2024/d.txt',
  'drafts/e.pdf',
  'Verträge/f.txt',
];

describe('patterns', () => {
  test.each<[ScanSourcesOptions, string[]]>([
    [{ include: ['**/*.pdf'] }, ['a.pdf', 'drafts/e.pdf', 'letters/2024/c.PDF', 'letters/b.pdf']],
    [{ include: ['*.pdf'] }, ['a.pdf']],
    [{ include: ['letters'] }, ['letters/2024/c.PDF', 'letters/2024/d.txt', 'letters/b.pdf']],
    [{ include: ['LETTERS/'], exclude: ['**/2024/**'] }, ['letters/b.pdf']],
    [{ include: ['letters/*/*'] }, ['letters/2024/c.PDF', 'letters/2024/d.txt']],
    [{ exclude: ['drafts', '**/*.{pdf,txt}'] }, []],
    [{ include: ['vertra\u0308ge/**'] }, ['Verträge/f.txt']],
    [{ include: ['./letters/b.pdf', 'drafts/@(e|f).pdf'] }, ['drafts/e.pdf', 'letters/b.pdf']],
    [{ include: [] }, []],
  ])('%j', async (options, expected) => {
    await tree(archive);
    expect((await scan(options)).found.sort()).toEqual(expected.sort());
  });

  test('are relative to each folder that is given, and do not concern files that are', async () => {
    await tree(archive);
    const { found } = await scan({ include: ['*.pdf'] }, ['letters', 'drafts', 'Verträge/f.txt']);
    expect(found).toEqual(['letters/b.pdf', 'drafts/e.pdf', 'Verträge/f.txt']);
    // Named itself, although the scan of the folder around it leaves it out.
    const named = await scan({ exclude: ['drafts'] }, ['.', 'drafts/e.pdf', 'a.pdf']);
    expect(named.found.filter((name) => name === 'drafts/e.pdf' || name === 'a.pdf').sort()).toEqual([
      'a.pdf',
      'drafts/e.pdf',
    ]);
    expect(named.found).toHaveLength(6);
  });

  test.each([
    [['!a'], 'exclamation'],
    [['/a'], 'relative'],
    [['../a'], 'relative'],
    [['C:\\a'], 'relative'],
    [[''], 'no text'],
    [[7], 'no text'],
    [['a'.repeat(5000)], 'too long'],
  ])('%j are refused', async (include, message) => {
    await expect(scan({ include: include as string[] })).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringContaining(message),
    });
  });

  test('take names with newlines, brackets and stars as they are', async () => {
    const odd = ['line\nbreak/a.txt', '[x]/b.txt', 'c*.txt'];
    await tree(process.platform === 'win32' ? odd.slice(1, 2) : odd);
    expect((await scan({ exclude: ['nothing'] })).found).toHaveLength(process.platform === 'win32' ? 1 : 3);
    expect((await scan({ include: ['line*/**', '\\[x\\]/*', 'c\\*.txt'] })).found).toHaveLength(3);
  });
});

describe('labels', () => {
  test('the last category that fits counts, beside the labels of the call', async () => {
    await tree(['a.txt', 'contracts/b.txt', 'contracts/old/c.txt']);
    const categories = { '**': 'Other', contracts: 'Contracts', 'contracts/old/*.txt': 'Archive' };
    const { labels } = await scan({ metadata: { client: 'Rossi' }, categories });
    expect(labels).toEqual({
      'a.txt': { client: 'Rossi', category: 'Other' },
      'contracts/b.txt': { client: 'Rossi', category: 'Contracts' },
      'contracts/old/c.txt': { client: 'Rossi', category: 'Archive' },
    });
    expect((await scan({ categories: { 'contracts/**': 'C' } }, ['a.txt'])).labels).toEqual({ 'a.txt': {} });
    await expect(scan({ categories: { a: 7 } as unknown as Record<string, string> })).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
    });
  });
});

describe('.gitignore', () => {
  test('nested files, negations and folders count as in git', async () => {
    await tree({
      '.gitignore': '\uFEFF# comment\n*.log\nbuild/\n/only-here.txt\n!keep.log\n',
      'a.log': '',
      'keep.log': '',
      'build/x.txt': '',
      'only-here.txt': '',
      'sub/only-here.txt': '',
      'sub/.gitignore': '!a.log\n*.txt\n!b.txt\n',
      'sub/a.log': '',
      'sub/b.txt': '',
      'sub/c.txt': '',
      'sub/deep/d.txt': '',
      'sub/build': 'a file, no folder',
    });
    const { found } = await scan({ gitignore: true });
    expect(found).toEqual(['keep.log', 'sub/a.log', 'sub/b.txt', 'sub/build']);
    expect((await scan({})).found).toHaveLength(10);
  });

  test('those above the folder count within the same repository only', async () => {
    await tree({ '.gitignore': 'secret.txt\n', 'docs/a.txt': '', 'docs/secret.txt': '' });
    expect((await scan({ gitignore: true }, ['docs'])).found).toEqual(['docs/a.txt', 'docs/secret.txt']);
    await mkdir(join(folder, '.git'));
    expect((await scan({ gitignore: true }, ['docs'])).found).toEqual(['docs/a.txt']);
    // Named itself.
    expect((await scan({ gitignore: true }, ['.', 'docs/secret.txt'])).found).toEqual([
      'docs/a.txt',
      'docs/secret.txt',
    ]);
  });

  test('a file that is no list of patterns is reported', async () => {
    await tree({ '.gitignore': 'x'.repeat(2 ** 20 + 1), 'a.txt': '' });
    const { found, problems } = await scan({ gitignore: true });
    expect(found).toEqual(['a.txt']);
    expect(problems).toMatchObject([{ path: join(folder, '.gitignore') }]);
  });
});

describe('a scan of some paths only', () => {
  const rules: ScanSourcesOptions = { exclude: ['out'], include: ['**/*.txt'], gitignore: true };

  test('finds what a whole scan finds there', async () => {
    await tree({
      'a.txt': '',
      'b.pdf': '',
      'out/c.txt': '',
      'sub/.gitignore': 'no.txt',
      'sub/no.txt': '',
      'sub/deep/yes.txt': '',
      '.hidden/d.txt': '',
      'sub/node_modules/e.txt': '',
    });
    const whole = await scan(rules);
    expect(whole.found).toEqual(['a.txt', 'sub/deep/yes.txt']);
    const only = ['a.txt', 'b.pdf', 'out/c.txt', 'sub/no.txt', 'sub/deep/yes.txt', '.hidden/d.txt', 'gone/x.txt'];
    const some = await scan({ ...rules, only: [...only, 'sub/node_modules/e.txt', '../elsewhere.txt'] });
    expect(some).toMatchObject({ found: whole.found, problems: [] });
    expect((await scan({ ...rules, only: ['sub', 'sub/deep/yes.txt'] })).found).toEqual(['sub/deep/yes.txt']);
    expect((await scan({ ...rules, only: ['.'] })).found).toEqual(whole.found);
    expect((await scan({ ...rules, only: [] })).found).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('does not enter a folder by a link', async () => {
    await tree(['real/a.txt']);
    await symlink('real', join(folder, 'link'));
    expect((await scan({ only: ['link/a.txt'] })).found).toEqual([]);
  });
});

test('a folder of very many files is walked in order', async () => {
  const count = 5000;
  mkdirSync(join(folder, 'many'));
  for (let i = 0; i < count; i++) writeFileSync(join(folder, 'many', `${i}.txt`), '');
  const { found } = await scan({ exclude: ['many/1*'] });
  expect(found).toEqual([...found].sort());
  expect(found).toHaveLength(count - 1111);
});

test.skipIf(process.platform !== 'linux')(
  'a name that is no UTF-8 is reported, whatever other names look like',
  async () => {
    await tree(['a.txt', 'b\uFFFD.txt']);
    writeFileSync(
      Buffer.concat([Buffer.from(`${folder}/b`), Buffer.from([0xe4]), Buffer.from('.txt')]),
      'latin-1 name',
    );
    const { found, problems } = await scan({});
    expect(found).toEqual(['a.txt', 'b\uFFFD.txt']);
    expect(problems).toMatchObject([{ path: join(folder, 'b\uFFFD.txt'), reason: expect.stringContaining('UTF-8') }]);
  },
);

describe('whether a file is gone', () => {
  /** A disk that takes `a` and `A` for one name, and keeps how a name was given. */
  const caseless = (paths: readonly string[]) => ({
    async lstat(path: string) {
      if (!paths.some((known) => known.toLowerCase() === path.toLowerCase())) {
        throw Object.assign(new Error(path), { code: 'ENOENT' });
      }
      return { isDirectory: () => false };
    },
    async readdir(path: string) {
      return paths.flatMap((known) =>
        dirname(known).toLowerCase() === path.toLowerCase() ? [known.slice(dirname(known).length + 1)] : [],
      );
    },
  });

  test('a name that has only changed its case is', async () => {
    const isMissing = createMissingCheck(caseless(['/x', '/x/Sub', '/x/Sub/Report.txt', '/x/Sub/b.txt']));
    expect(await isMissing('/x/Sub/report.txt', '/x')).toBe(true);
    expect(await isMissing('/x/sub/Report.txt', '/x')).toBe(true);
    expect(await isMissing('/x/Sub/Report.txt', '/x')).toBe(false);
    expect(await isMissing('/x/Sub/c.txt', '/x')).toBe(true);
    // How the root is spelt is not looked at.
    expect(await isMissing('/X/Sub/b.txt', '/X')).toBe(false);
  });

  test('what may not be looked at is not', async () => {
    const denied = async () => {
      throw Object.assign(new Error('no'), { code: 'EACCES' });
    };
    expect(await createMissingCheck({ lstat: denied, readdir: denied })('/x/a', '/x')).toBe(false);
    expect(
      await createMissingCheck({ lstat: async () => ({ isDirectory: () => false }), readdir: denied })('/x/a', '/x'),
    ).toBe(false);
  });

  test('on this disk', async () => {
    await tree(['a/b.txt']);
    const isMissing = createMissingCheck();
    expect(await isMissing(join(folder, 'a/b.txt'), folder)).toBe(false);
    expect(await isMissing(join(folder, 'a/c.txt'), folder)).toBe(true);
    expect(await isMissing(join(folder, 'a/b.txt/c'), folder)).toBe(true);
    // A folder has taken the place of the file.
    expect(await isMissing(join(folder, 'a'), folder)).toBe(true);
  });
});
