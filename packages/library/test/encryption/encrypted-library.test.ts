import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCiphers } from '../../src/encryption/load-ciphers.ts';
import { openLibrary } from '../../src/index.ts';
import { testKey } from '../encryptions.ts';
import { contents, publish } from '../library-fixture.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const encryption = { key: testKey };
const otherKey = { key: 'ab'.repeat(32) };
const texts = { 'lease.txt': ['the notice period', 'three months'], 'note.txt': ['wisteria'] };

async function make(path: string): Promise<void> {
  const library = await openLibrary({ path, encryption });
  await library.write((writer) => publish(writer, texts));
  await library.close();
}

/** Every file below a folder with its bytes, in which each change is seen. */
function bytesBelow(root: string): Record<string, string> {
  const names = (readdirSync(root, { recursive: true }) as string[]).sort();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(root, name);
      const { mtimeMs } = statSync(path);
      return [name, statSync(path).isDirectory() ? 'folder' : `${mtimeMs} ${readFileSync(path).toString('base64')}`];
    }),
  );
}

test('a library is made with a key and opened with it again', async () => {
  const path = join(await temporaryDirectory(), 'library');
  await make(path);
  const library = await openLibrary({
    path,
    encryption: { key: Buffer.from(testKey).toString('hex') },
    mustExist: true,
  });
  expect(library.files.isEncrypted).toBe(true);
  expect(await contents(library)).toEqual(texts);
  expect(await library.check()).toEqual([]);
  await library.write((writer) => writer.compactCatalog());
  expect(await contents(library)).toEqual(texts);
  await library.close();
});

test.each([
  ['no key', undefined, 'CUBO_LIBRARY_ENCRYPTED'],
  ['another key', otherKey, 'CUBO_KEY_WRONG'],
])('an encrypted library is not opened with %s, and not touched', async (_name, given, code) => {
  const path = join(await temporaryDirectory(), 'library');
  await make(path);
  const before = bytesBelow(path);
  await expect(openLibrary({ path, encryption: given })).rejects.toMatchObject({ code });
  await expect(openLibrary({ path, encryption: given, mustExist: true })).rejects.toMatchObject({ code });
  expect(bytesBelow(path)).toEqual(before);
});

test('a library that is not encrypted is not opened with a key, and not touched', async () => {
  const path = join(await temporaryDirectory(), 'library');
  const plain = await openLibrary({ path });
  await plain.write((writer) => publish(writer, texts));
  await plain.close();
  const before = bytesBelow(path);
  await expect(openLibrary({ path, encryption })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_NOT_ENCRYPTED' });
  expect(bytesBelow(path)).toEqual(before);
});

test('a key that is none is refused before there is anything', async () => {
  const path = join(await temporaryDirectory(), 'library');
  await expect(openLibrary({ path, encryption: { key: 'short' } })).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
  });
  expect(existsSync(path)).toBe(false);
});

test('nothing is made in the place of a library that is gone', async () => {
  const path = join(await temporaryDirectory(), 'library');
  await expect(openLibrary({ path, encryption, mustExist: true })).rejects.toMatchObject({
    code: 'CUBO_LIBRARY_INVALID',
  });
  expect(existsSync(path)).toBe(false);
});

test('a crash before the catalog was made leaves a library that is made with the same key', async () => {
  const root = await temporaryDirectory();
  await make(join(root, 'whole'));
  const path = join(root, 'begun');
  cpSync(join(root, 'whole', 'encryption.json'), join(path, 'encryption.json'));
  await expect(openLibrary({ path })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_ENCRYPTED' });
  await expect(openLibrary({ path, encryption: otherKey })).rejects.toMatchObject({ code: 'CUBO_KEY_WRONG' });
  await make(path);
  const library = await openLibrary({ path, encryption });
  expect(await contents(library)).toEqual(texts);
  await library.close();
});

test('several that make the same library at a time agree', async () => {
  const path = join(await temporaryDirectory(), 'library');
  const all = await Promise.all(Array.from({ length: 4 }, () => openLibrary({ path, encryption })));
  for (const library of all) expect(library.snapshot().documents).toBe(0);
  await Promise.all(all.map((library) => library.close()));
  expect(readdirSync(path).filter((name) => name.startsWith('encryption'))).toEqual(['encryption.json']);
});

test('what encryption.json has lost is taken from another library with the same key', async () => {
  const root = await temporaryDirectory();
  const [path, empty] = [join(root, 'library'), join(root, 'empty')];
  await make(path);
  const lost = join(path, 'encryption.json');
  writeFileSync(lost, '{"format":"cubo-encr');
  await expect(openLibrary({ path, encryption })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID', path: lost });
  rmSync(lost);
  await expect(openLibrary({ path, encryption })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_NOT_ENCRYPTED' });
  await expect(openLibrary({ path })).rejects.toMatchObject({ code: 'CUBO_LIBRARY_INVALID' });
  await (await openLibrary({ path: empty, encryption })).close();
  cpSync(join(empty, 'encryption.json'), lost);
  const library = await openLibrary({ path, encryption });
  expect(await contents(library)).toEqual(texts);
  await library.close();
});

test('damage of the catalog is told from a wrong key', async () => {
  const path = join(await temporaryDirectory(), 'library');
  await make(path);
  const catalog = join(path, 'catalog.sqlite');
  const bytes = readFileSync(catalog);
  bytes[300] = (bytes[300] as number) ^ 1;
  writeFileSync(catalog, bytes);
  await expect(openLibrary({ path, encryption })).rejects.toMatchObject({
    code: 'CUBO_LIBRARY_INVALID',
    path: catalog,
  });
});

test('each page of the catalog is authenticated', async () => {
  const path = join(await temporaryDirectory(), 'library');
  await make(path);
  const catalog = join(path, 'catalog.sqlite');
  const whole = readFileSync(catalog);
  expect(whole.length).toBeGreaterThan(4 * 4096);
  let found = 0;
  for (let page = 0; page * 4096 < whole.length; page++) {
    const bytes = Buffer.from(whole);
    const at = page * 4096 + 2000;
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(catalog, bytes);
    const problems = await openLibrary({ path, encryption }).then(
      async (library) => {
        const seen = await library.check();
        await library.close();
        return seen;
      },
      (error: { code: string }) => [error],
    );
    if (problems.some(({ code }) => code === 'CUBO_LIBRARY_INVALID')) found++;
  }
  expect(found).toBe(whole.length / 4096);
});

test('a damaged segment is found, and its documents are taken out', async () => {
  const path = join(await temporaryDirectory(), 'library');
  await make(path);
  const library = await openLibrary({ path, encryption });
  const [segment] = readdirSync(library.paths.segments);
  const file = join(library.paths.segments, String(segment), 'chunks.parquet');
  const bytes = readFileSync(file);
  bytes[100] = (bytes[100] as number) ^ 1;
  writeFileSync(file, bytes);
  expect(await library.check()).toMatchObject([
    { code: 'CUBO_SEGMENT_CORRUPT', path: file, documents: ['lease.txt', 'note.txt'] },
  ]);
  await expect(contents(library)).rejects.toMatchObject({ code: 'CUBO_SEGMENT_CORRUPT' });
  expect(await library.repair()).toEqual(['lease.txt', 'note.txt']);
  expect(await library.check()).toEqual([]);
  await library.close();
});

test('the package that encrypts the catalog is named where it is missing', () => {
  expect(() => loadCiphers('a-package-that-nobody-has')).toThrow(
    expect.objectContaining({
      code: 'CUBO_PACKAGE_MISSING',
      message:
        'The package a-package-that-nobody-has, which encrypts the catalog of a library, is not installed. Install it: npm install a-package-that-nobody-has.',
    }),
  );
});

test('of two that make the same library with different keys one is refused, and it stays that of the other', async () => {
  for (let round = 0; round < 10; round++) {
    const path = join(await temporaryDirectory(), 'library');
    const keys = ['ab', 'cd'].map((digits) => digits.repeat(32));
    const made = await Promise.allSettled(keys.map((key) => openLibrary({ path, encryption: { key } })));
    for (const each of made) if (each.status === 'fulfilled') await each.value.close();
    const again = await Promise.allSettled(keys.map((key) => openLibrary({ path, encryption: { key } })));
    for (const each of again) if (each.status === 'fulfilled') await each.value.close();
    const outcomes = (settled: typeof made) =>
      settled.map((each) => (each.status === 'fulfilled' ? 'opened' : (each.reason as { code: string }).code));
    expect(outcomes(made).toSorted()).toEqual(['CUBO_KEY_WRONG', 'opened']);
    expect(outcomes(again)).toEqual(outcomes(made));
  }
});
