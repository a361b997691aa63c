import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptedOcr } from '@cubo/contracts/testing';
import { expect, onTestFinished, test } from 'vitest';
import { pdfFile } from '../../ingest/test/helpers/pdf-file.ts';
import { zipFile } from '../../ingest/test/helpers/zip-file.ts';
import { pngFile } from '../../ocr/test/helpers/png-file.ts';
import { type Cubo, type CuboOptions, createCubo } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

// Threads that run the sources take seconds to start.
const timeout = 90_000;

const image = pngFile(4, 4, new Uint8Array(16));
/** A page of text and a page that is a picture. */
const lease = pdfFile({
  pages: [
    [{ text: 'The quick brown fox jumps over the lazy dog and runs away.', x: 72, y: 700 }],
    { lines: [], picture: [0, 0, 595, 842] },
  ],
});
const archive = zipFile([
  { name: 'note.txt', data: 'A note on the parcel.' },
  { name: 'scan.png', data: image },
]);
const ocr = () => scriptedOcr({ script: 'Notice is three months.' });

/** A library of documents that were read without an engine, opened again with one. */
async function openLater(
  prepare: (documents: string) => Promise<void>,
  options: Partial<CuboOptions> = {},
): Promise<{ cubo: Cubo; documents: string }> {
  const { cubo: before, documents, directory } = await openCubo({ ocr: false, embedder: false });
  await prepare(documents);
  await finish(before.ingest(documents));
  expect((await finish(before.ingest(documents))).outcomes).toMatchObject({ indexed: 0, 'partly-indexed': 0 });
  await before.close();
  const settings = {
    path: join(directory, 'library'),
    ocr: ocr(),
    embedder: false,
    threads: false,
    workers: 0,
    ...options,
  } as const;
  const cubo = await createCubo(settings);
  onTestFinished(() => cubo.close());
  return { cubo, documents };
}

const unread = (cubo: Cubo) => [...cubo.documents()].flatMap((document) => document.unread);

test.each([false, 1] as const)(
  'what stayed unread for want of an engine is read once there is one, and only that (threads: %s)',
  async (threads) => {
    const prepare = async (documents: string) => {
      await writeFile(join(documents, 'archive.zip'), archive);
      await writeFile(join(documents, 'lease.pdf'), lease);
      await writeFile(join(documents, 'plain.txt'), 'The parcel arrives on Tuesday.');
      await writeFile(join(documents, 'scan.png'), image);
    };
    const { cubo, documents } = await openLater(prepare, { threads });
    expect(unread(cubo)).toMatchObject([{ code: 'CUBO_OCR_UNAVAILABLE' }, { code: 'CUBO_OCR_UNAVAILABLE' }]);
    expect((await cubo.plan(documents)).actions).toMatchObject({ changed: 2, new: 1, unchanged: 1 });
    expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ indexed: 3, unchanged: 1 });
    expect(unread(cubo)).toEqual([]);
    const scope = { sources: [join(documents, 'lease.pdf')] };
    expect(await cubo.search('notice', { mode: 'sparse', scope })).toMatchObject([{ locator: { page: 2 } }]);
    expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ unchanged: 4 });
  },
  timeout,
);

test('a document is read again by whichever of its names, and keeps them', async () => {
  const { cubo, documents } = await openLater(async (folder) => {
    for (const name of ['a.pdf', 'b.pdf']) await writeFile(join(folder, name), lease);
  });
  expect((await cubo.plan(join(documents, 'b.pdf'))).actions).toMatchObject({ changed: 1 });
  expect((await finish(cubo.ingest(join(documents, 'b.pdf')))).outcomes).toMatchObject({ indexed: 1 });
  expect(unread(cubo)).toEqual([]);
  expect([...cubo.documents()]).toMatchObject([
    { uri: join(documents, 'a.pdf'), aliases: [{ uri: join(documents, 'b.pdf') }] },
  ]);
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ unchanged: 2 });
});

test('a document that has moved meanwhile is read again under its new name', async () => {
  const { cubo, documents } = await openLater((folder) => writeFile(join(folder, 'a.pdf'), lease));
  await rename(join(documents, 'a.pdf'), join(documents, 'b.pdf'));
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ moved: 1, removed: 0 });
  expect([...cubo.documents()]).toMatchObject([{ uri: join(documents, 'b.pdf'), unread: [] }]);
});

test('what an engine could not read is not read again and again', async () => {
  const blank = scriptedOcr({ script: '' });
  const { cubo, documents } = await openLater((folder) => writeFile(join(folder, 'a.pdf'), lease), { ocr: blank });
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ 'partly-indexed': 1 });
  expect((await finish(cubo.ingest(documents))).outcomes).toMatchObject({ unchanged: 1 });
});
