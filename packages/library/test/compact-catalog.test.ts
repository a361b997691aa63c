import { readFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../src/index.ts';
import { publish } from './library-fixture.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const secret = 'note:mandrake';

/** A library of which a document is deleted while another connection reads the state of before. */
async function deletedWhileRead() {
  const library = await openLibrary({ path: await temporaryDirectory(), lockTimeoutMilliseconds: 300 });
  onTestFinished(() => library.close());
  await library.write((writer) => publish(writer, { [secret]: ['one'], 'note:other': ['two'] }));
  const reader = new Database(library.paths.catalog, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('BEGIN; SELECT count(*) FROM documents');
  await library.write((writer) => writer.publish({ release: [secret] }));
  const compact = (signal?: AbortSignal) => library.write((writer) => writer.compactCatalog({ signal }));
  const log = async () => String(await readFile(`${library.paths.catalog}-wal`));
  return { library, reader, compact, log };
}

test('what is deleted and cannot leave the log, because somebody reads on, is told, and leaves it afterwards', async () => {
  const { library, reader, compact, log } = await deletedWhileRead();
  const path = `${library.paths.catalog}-wal`;
  await expect(compact()).rejects.toMatchObject({ code: 'CUBO_LIBRARY_IN_USE', path });
  expect(await log()).toContain(secret);
  // Nothing else is amiss.
  expect([...library.documents()].map(({ uri }) => uri)).toEqual(['note:other']);
  await library.write((writer) => publish(writer, { 'note:new': ['three'] }));
  reader.exec('COMMIT');
  await compact();
  expect(await log()).toBe('');
  expect(String(await readFile(library.paths.catalog))).not.toContain(secret);
});

test('who reads is waited for a while, without holding up the thread', async () => {
  const { reader, compact, log } = await deletedWhileRead();
  setTimeout(() => reader.exec('COMMIT'), 100);
  await compact();
  expect(await log()).toBe('');
});

test('the waiting can be stopped', async () => {
  const { compact } = await deletedWhileRead();
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('enough')), 50);
  await expect(compact(stop.signal)).rejects.toThrow('enough');
});
