import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { benchmarkCommand } from '../src/benchmark-command.ts';
import { runCommand } from '../src/command/index.ts';
import { expectedText, squeeze, wordRecall } from '../src/extraction/expected-words.ts';
import { createExtractionProcess } from '../src/extraction/extraction.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cubo-extract-test-'));
  for (const name of ['txt', 'md', 'broken', 'expected']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'txt/notice.txt'), 'The notice period is three months.\nAdvertisement');
  await writeFile(join(folder, 'txt/other.txt'), 'Nothing of the kind.');
  await writeFile(join(folder, 'md/fox.md'), '# Fox\n\nThe *quick* [fox](https://example.org) jumps.\n');
  await writeFile(join(folder, 'broken/page.pdf'), 'not a PDF');
  await writeFile(join(folder, 'expected/fox.md'), '# Fox\n\n| The | quick |\n|---|---|\n| fox | jumps. |\n');
  const rows = [
    'path\trepo\tsource\tspecial\tsnippets\toutputs\tcounts\tlicence',
    'txt/notice.txt\t\t\t\tWITH: notice  period || three months WITHOUT: Advertisement || Imprint\t\t\t',
    'txt/other.txt\t\t\t\tthree months\t\t\t',
    'md/fox.md\t\t\t\t\texpected/fox.md expected/absent.md\tbytes=5\t',
    'broken/page.pdf\t\t\tno PDF\t\t\tpages=1\t',
  ];
  await writeFile(join(folder, 'INDEX.tsv'), rows.join('\n'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('prints what became of the documents of each format', { timeout: 60_000 }, async () => {
  const results: string[] = [];
  const messages: string[] = [];
  const output = { result: (text: string) => results.push(text), message: (text: string) => messages.push(text) };
  const code = await runCommand(() => benchmarkCommand(['extract', '--data', folder, '--json'], output), output);
  expect(messages.join('\n')).toContain('txt/other.txt: missing: three months');
  expect(code).toBe(0);
  const { formats } = JSON.parse(results.join('')) as { formats: Record<string, Record<string, number>> };
  expect(formats.txt).toMatchObject({ files: 2, indexed: 2, skipped: 0, crashed: 0, expected: 2, found: 1 });
  expect(formats.txt).toMatchObject({ unwanted: 2, unwantedFound: 1 });
  expect(formats.md).toMatchObject({ files: 1, indexed: 1, expected: 1, found: 1 });
  expect(formats.broken).toMatchObject({ files: 1, indexed: 0, skipped: 1, crashed: 0, expected: 0, counted: 0 });
});

test('a file that takes too long, or too much memory, counts as a crash, and the next one goes on', async () => {
  const file = join(folder, 'txt/notice.txt');
  const hasty = createExtractionProcess({ seconds: 0.01, bytes: 1e12 });
  expect(await hasty.extract({ file, passwords: [] })).toMatchObject({ outcome: 'crashed' });
  hasty.close();
  const small = createExtractionProcess({ seconds: 60, bytes: 1e6 });
  expect(await small.extract({ file, passwords: [] })).toMatchObject({ outcome: 'crashed' });
  expect(await small.extract({ file, passwords: [] })).toMatchObject({ outcome: 'crashed' });
  small.close();
});

test('compares words whatever the format of the expected output', () => {
  expect(expectedText('a.html', '<p>one &amp; <b>two</b></p><script>three</script>')).toMatch(/one & +two/);
  expect(squeeze(expectedText('a.native', '[Para [Str "Gr\\252n",Space,Str "say\\"s"]]'))).toBe('Grün say"s');
  expect(expectedText('a.json', '[{"a": "x", "b": 2}]').split(' ')).toEqual(['a', 'x', 'b', '2']);
  expect(wordRecall('one two two three', 'Two, three!')).toBeCloseTo(2 / 3);
  expect(wordRecall('日本語', '日本')).toBeCloseTo(2 / 3);
  expect(wordRecall('', 'anything')).toBe(1);
});
