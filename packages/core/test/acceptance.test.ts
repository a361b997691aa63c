import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Cubo, createCubo } from '../src/index.ts';

/** What other knowledge bases get wrong: each of these was seen to fail in one. */

let root: string;
let documents: string;
let cubo: Cubo;
/** Texts that were embedded so far. */
let embedded: number;

function countingEmbedder(): Embedder {
  const inner = hashingEmbedder();
  return {
    ...inner,
    embedDocuments(texts, options) {
      embedded += texts.length;
      return inner.embedDocuments(texts, options);
    },
  };
}

const write = (name: string, content: string | Uint8Array) => writeFile(join(documents, name), content);
const found = async (query: string) =>
  (await cubo.search(query, { mode: 'sparse' })).map(({ text }) => text).filter((text) => text.includes(query));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cubo-acceptance-'));
  documents = join(root, 'documents');
  await mkdir(documents);
  embedded = 0;
  cubo = await createCubo({ path: join(root, 'library'), embedder: countingEmbedder(), threads: false, workers: 0 });
});

afterEach(async () => {
  await cubo.close();
  await rm(root, { recursive: true, force: true });
});

describe('a file that changes', () => {
  test('is embedded once for each change, however often it is ingested', async () => {
    await write('a.txt', 'The first text speaks of lanterns.');
    await cubo.ingest(documents);
    await write('a.txt', 'The second text speaks of harbours.');
    await cubo.ingest(documents);
    const before = embedded;
    for (let i = 0; i < 5; i++) await cubo.ingest(documents);
    expect(embedded).toBe(before);
    expect((await cubo.status()).chunks).toBe(1);
  });

  test('is found again after it was deleted and came back as it was', async () => {
    await write('a.txt', 'The lanterns stand by the harbour.');
    await cubo.ingest(documents);
    await rm(join(documents, 'a.txt'));
    await cubo.ingest(documents);
    expect(await found('lanterns')).toEqual([]);
    await write('a.txt', 'The lanterns stand by the harbour.');
    await cubo.ingest(documents);
    expect(await found('lanterns')).toHaveLength(1);
    await cubo.delete(join(documents, 'a.txt'));
    expect(await found('lanterns')).toEqual([]);
    await cubo.ingest(documents);
    expect(await found('lanterns')).toHaveLength(1);
  });

  test('is found as it is now, also when it is as it was before', async () => {
    for (const word of ['granite', 'marble', 'granite']) {
      await write('a.txt', `The stairs are made of ${word}.`);
      await cubo.ingest(documents);
    }
    expect(await found('granite')).toHaveLength(1);
    expect(await found('marble')).toEqual([]);
  });
});

describe('ingests', () => {
  test('at the same time write each chunk once', async () => {
    for (let i = 0; i < 12; i++) await write(`${i}.txt`, `Document number ${i} has a text of its own.`);
    await Promise.all([cubo.ingest(documents), cubo.ingest(documents), cubo.ingest(join(documents, '3.txt'))]);
    expect((await cubo.status()).chunks).toBe(12);
    expect((await cubo.search('document', { limit: 50 })).map(({ source }) => source).sort()).toEqual(
      Array.from({ length: 12 }, (_, i) => join(documents, `${i}.txt`)).sort(),
    );
    expect((await cubo.doctor()).problems).toEqual([]);
  });

  test('need nobody to look at them', async () => {
    await write('a.txt', 'Nobody reads the events of this one.');
    const { outcomes } = await cubo.ingest(documents);
    expect(outcomes.indexed).toBe(1);
    expect(await found('events')).toHaveLength(1);
  });
});

describe('structure', () => {
  test('every chunk of a wide table names its columns', async () => {
    const columns = ['case number', 'court', 'claimant', 'defendant', 'amount in dispute', 'next date'];
    const row = (i: number) => columns.map((name) => `${name} ${i} ${'x'.repeat(14)}`).join(',');
    await write('cases.csv', [columns.join(','), ...Array.from({ length: 60 }, (_, i) => row(i))].join('\n'));
    await cubo.ingest(documents);
    const chunks = await cubo.search('court', { limit: 100, nearDuplicates: 'list' });
    expect(chunks.length).toBeGreaterThan(6);
    for (const { context } of chunks) for (const name of columns) expect(context).toContain(name);
  });

  test('every chunk of a long section has its headings', async () => {
    const sentence = (i: number) => `Sentence ${i} describes how the notice of a lease is given.`;
    const section = Array.from({ length: 60 }, (_, i) => sentence(i)).join(' ');
    expect(section.length).toBeGreaterThan(3000);
    await write('guide.md', `# Lease\n\n## Notice\n\n### Form\n\n${section}\n`);
    await cubo.ingest(documents);
    const chunks = await cubo.search('notice', { limit: 100, nearDuplicates: 'list' });
    expect(chunks.length).toBeGreaterThan(3);
    for (const { heading } of chunks) expect(heading).toEqual(['Lease', 'Notice', 'Form']);
  });
});

describe('short and odd texts', () => {
  test('a file of 75 characters, and a fact at the end of a long one, are found', async () => {
    await write('short.txt', 'The alarm code of the branch office in Kassel was changed to four digits 7.');
    const filler = 'This sentence fills the page without saying anything of use. '.repeat(17);
    await write('long.txt', `${filler}\n\nThe safe stands behind the mirror.`);
    await cubo.ingest(documents);
    expect(await found('Kassel')).toHaveLength(1);
    expect(await found('mirror')).toHaveLength(1);
  });

  test('a table in Latin-1 with semicolons has columns and umlauts', async () => {
    await write(
      'mieter.csv',
      Buffer.from('Name;Straße;Miete\nMüller;Königsallee 5;850\nGroß;Grünweg 2;720\n', 'latin1'),
    );
    await cubo.ingest(documents);
    const [hit] = await cubo.search('Königsallee', { mode: 'sparse' });
    expect(hit?.text).toContain('Müller;Königsallee 5;850');
    expect(hit?.context).toContain('Name;Straße;Miete');
    expect(hit?.locator).toMatchObject({ kind: 'rows' });
  });
});
