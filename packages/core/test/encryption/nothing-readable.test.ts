import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { CuboOptions } from '../../src/index.ts';
import { filesWith, marker } from '../files-with.ts';
import { openCubo, writeFiles } from '../open-cubo.ts';

// Threads that run the sources load them anew, which takes its time on a busy computer.
vi.setConfig({ testTimeout: 150_000 });

const key = randomBytes(32);

/** Which files of a library have held a marked text, name, title, heading or label, at any moment of its use. */
async function whereMarked(options: Partial<CuboOptions>): Promise<{ files: Set<string>; library: string }> {
  const { cubo, documents, directory } = await openCubo(options);
  const library = join(directory, 'library');
  const [text, name, title, label, folder] = [marker(), marker(), marker(), marker(), marker()];
  const markers = [text, name, title, label, folder];
  const files = new Set<string>();
  const look = async () => {
    for (const line of await filesWith(library, markers)) {
      files.add(line.slice(library.length + 1).replace(/(?: \(name\))?: \w+$/, ''));
    }
  };
  await writeFiles(documents, {
    [`${folder}/${name}.md`]: `# About ${title}\n\n${`The word ${text} stands here. `.repeat(40)}`,
    'second.txt': `Another text of ${text} and ${title}. `.repeat(30),
  });
  for await (const event of cubo.ingest(documents)) {
    await look();
    if (event.type === 'done') expect(event.outcomes.indexed).toBe(2);
  }
  await cubo.label(join(documents, folder, `${name}.md`), { matter: label });
  expect((await cubo.search(text))[0]?.text).toContain(text);
  expect((await cubo.ask(`What is ${text}?`)).citations.length).toBeGreaterThan(0);
  await look();
  await cubo.compact();
  await look();
  await cubo.delete(join(documents, 'second.txt'));
  await look();
  await cubo.close();
  await look();
  return { files, library };
}

const stores = ['catalog.sqlite', 'catalog.sqlite-wal', 'segments/', 'indexes/lexical/', 'models/'];

test('what is not encrypted can be read in every store', async () => {
  const files = [...(await whereMarked({})).files];
  for (const store of stores)
    expect(
      files.some((file) => file.startsWith(store)),
      store,
    ).toBe(true);
});

test.each([
  ['in the calling thread', {}],
  ['in threads', { threads: 1, workers: 1 }],
])('of an encrypted library nothing can be read, %s', async (_name, options) => {
  const { files, library } = await whereMarked({ ...options, encryption: { key } });
  expect([...files]).toEqual([]);
  const names = (await readdir(library, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(names.length).toBeGreaterThan(6);
  const recognised: string[] = [];
  for (const entry of names) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    // The key itself in no form, and no format of ours or of SQLite.
    for (const form of [key, key.toString('hex'), key.toString('base64')]) expect(bytes.includes(form)).toBe(false);
    const isKnown = /^(?:writer\.lock|encryption\.json)/.test(entry.name);
    if (!isKnown && /SQLite format|PAR1|"format"|sha256|lexical@|"terms"/.test(bytes.toString('latin1'))) {
      recognised.push(entry.name);
    }
  }
  expect(recognised).toEqual([]);
});
