import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fileSource, zipExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { docxFile } from './helpers/docx-file.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';
import { type ZipMember, zipFile } from './helpers/zip-file.ts';

const read = (members: readonly ZipMember[]) => extract(zipExtractor(), bytesSource('a.zip', zipFile(members)));

describe('zipExtractor', () => {
  test('reads the members with their extractors, archives in archives too', async () => {
    const inner = zipFile([
      { name: 'deep/c.csv', data: 'name,price\npump,3\n', deflate: true },
      { name: 'b.docx', data: docxFile({ blocks: [{ text: 'From Word' }] }) },
    ]);
    const { sections, unread } = await read([
      { name: 'docs/', data: '' },
      { name: 'docs/z.txt', data: 'Plain text.', deflate: true },
      { name: '__MACOSX/docs/._z.txt', data: '\0\x05\x16' },
      { name: 'docs/.DS_Store', data: '\0' },
      { name: 'docs/Thumbs.db', data: '\0' },
      { name: 'inner.zip', data: inner },
      { name: 'a.md', data: '# Rules\n\nQuiet.', deflate: true },
    ]);
    expectOrderedSections(sections);
    expect(unread).toEqual([]);
    expect(sections.map(({ text, locator, heading }) => [text, locator.member, heading])).toEqual([
      ['Plain text.', ['docs/z.txt'], ['docs/z.txt']],
      ['name,price\npump,3', ['inner.zip', 'deep/c.csv'], ['inner.zip', 'deep/c.csv']],
      ['From Word', ['inner.zip', 'b.docx'], ['inner.zip', 'b.docx']],
      ['# Rules\n\nQuiet.', ['a.md'], ['a.md', 'Rules']],
    ]);
  });

  test('names what cannot be read, and reads the rest', async () => {
    const { sections, unread } = await read([
      { name: 'secret.txt', data: 'abc', encrypted: true },
      { name: 'photo.heic', data: '\0\0\0\x18ftypheic' },
      { name: 'packed.txt', data: 'abc', method: 12 },
      { name: 'damaged.txt', data: 'abc', claimedChecksum: 1 },
      { name: 'liar.txt', data: 'a'.repeat(5000), deflate: true, claimedSize: 10 },
      { name: 'fine.txt', data: 'Fine.' },
    ]);
    expect(sections.map(({ text }) => text)).toEqual(['Fine.']);
    expect(unread.map(({ place, code }) => [place, code])).toEqual([
      ['secret.txt', 'CUBO_SOURCE_ENCRYPTED'],
      ['photo.heic', 'CUBO_FORMAT_UNSUPPORTED'],
      ['packed.txt', 'CUBO_FORMAT_UNSUPPORTED'],
      ['damaged.txt', 'CUBO_FORMAT_INVALID'],
      ['liar.txt', 'CUBO_LIMIT_EXCEEDED'],
    ]);
  });

  test('refuses what is empty, protected, damaged or no archive', async () => {
    await expect(read([])).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY' });
    await expect(read([{ name: '.DS_Store', data: 'x' }])).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY' });
    await expect(read([{ name: 'a', data: 'x', encrypted: true }])).rejects.toMatchObject({
      code: 'CUBO_SOURCE_ENCRYPTED',
    });
    for (const bytes of [zipFile([{ name: 'a.txt', data: 'text' }]).subarray(0, 40), Buffer.from('no archive')])
      await expect(extract(zipExtractor(), bytesSource('a.zip', bytes))).rejects.toMatchObject({
        code: 'CUBO_FORMAT_INVALID',
        path: '/test/a.zip',
      });
  });

  test('unpacks no bomb', async () => {
    const zeros = Buffer.alloc(80 * 1024 * 1024);
    const { sections, unread } = await read([
      { name: 'bomb.txt', data: zeros, deflate: true },
      { name: 'a.txt', data: 'Text.' },
    ]);
    expect(sections.map(({ text }) => text)).toEqual(['Text.']);
    expect(unread).toMatchObject([{ place: 'bomb.txt', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('reads thousands of small members in few readings', async () => {
    const members = Array.from({ length: 2000 }, (_, index) => ({
      name: `d/${index}.txt`,
      data: `Text ${index}.`,
      deflate: index % 2 === 0,
    }));
    const bytes = zipFile(members);
    let readings = 0;
    const source = {
      ...bytesSource('a.zip', bytes),
      async readRange(start: number, end: number) {
        readings++;
        return bytes.subarray(start, end);
      },
    };
    const { sections, unread } = await extract(zipExtractor(), source);
    expect(unread).toEqual([]);
    expect(sections.map(({ text }) => text)).toEqual(members.map(({ data }) => data));
    expect(readings).toBeLessThan(20);
  });

  test('follows archives in archives to a limit', async () => {
    let archive = zipFile([{ name: 'a.txt', data: 'Deep.' }]);
    for (let depth = 0; depth < 8; depth++) archive = zipFile([{ name: 'b.zip', data: archive }]);
    const { sections, unread } = await extract(zipExtractor(), bytesSource('a.zip', archive));
    expect(sections).toEqual([]);
    expect(unread).toMatchObject([{ code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  const oom = fileURLToPath(new URL('../../../../shared/eval/docs/broken/testZIP_corrupted_oom.zip', import.meta.url));
  test.skipIf(!existsSync(oom))('ends on a real archive that made readers run out of memory', async () => {
    const { unread } = await extract(zipExtractor(), await fileSource(oom));
    expect(unread).toMatchObject([{ place: 'hello.txt', code: 'CUBO_FORMAT_INVALID' }]);
  });
});
