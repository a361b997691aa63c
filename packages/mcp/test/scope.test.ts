import { join } from 'node:path';
import type { Scope } from '@cubo/contracts';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call } from './helpers/call.ts';
import { connectInProcess } from './helpers/connect.ts';
import { demoLibrary } from './helpers/demo-library.ts';

const library = demoLibrary();
const connect = (scope: Scope): Promise<Client> => connectInProcess(createMcpServer({ cubo: library.cubo, scope }));

interface Found {
  readonly hits: readonly { source: string }[];
}
interface Listed {
  readonly documents: readonly { source: string }[];
}

async function search(client: Client, args: object): Promise<string[]> {
  const { value } = await call<Found>(client, 'search', {
    query: 'Heizung heating notice Ruhezeiten',
    limit: 50,
    ...args,
  });
  return [...new Set(value.hits.map(({ source }) => source))];
}

async function list(client: Client, args: object = {}): Promise<string[]> {
  const { value } = await call<Listed>(client, 'list', { ...args });
  return value.documents.map(({ source }) => source);
}

describe('a server that shows one document', () => {
  const letter = () => library.source('rundschreiben-heizung.txt');
  const restricted = () => connect({ sources: [letter()] });

  test('finds, lists, counts and answers from it alone', async () => {
    const client = await restricted();
    expect(await search(client, {})).toEqual([letter()]);
    expect(await list(client)).toEqual([letter()]);
    expect((await call(client, 'status')).value).toMatchObject({ documents: 1, isRestricted: true });
    const { value } = await call<{ citations: { source: string }[] }>(client, 'ask', {
      question: 'What is the notice period?',
    });
    for (const { source } of value.citations) expect(source).toBe(letter());
    expect((await call(client, 'read', { source: letter() })).isError).toBe(false);
  });

  test('gives nothing else, however it is asked for', async () => {
    const client = await restricted();
    const other = library.source('hausordnung.pdf');
    for (const source of [
      other,
      join(library.folder, 'copies', 'copy.pdf'),
      library.folder,
      `${letter()}/../hausordnung.pdf`,
    ]) {
      const { isError, value } = await call<{ error: { code: string } }>(client, 'read', { source });
      expect({ isError, code: value.error.code }, source).toEqual({ isError: true, code: 'CUBO_DOCUMENT_NOT_FOUND' });
    }
    const missing = await call(client, 'read', { source: '/there/is/none.pdf' });
    expect((await call(client, 'read', { source: other })).value).toEqual(missing.value);
    expect(await search(client, { sources: [other] })).toEqual([]);
    expect(await search(client, { sources: [`${letter()}/../hausordnung.pdf`] })).toEqual([]);
    expect(await search(client, { sources: [library.folder] })).toEqual([letter()]);
    expect(await list(client, { sources: ['/'] })).toEqual([letter()]);
    expect((await call(client, 'list', { sources: ['docs/../..'] })).isError).toBe(true);
  });
});

test('a server that shows a category cannot be talked out of it', async () => {
  const client = await connect({ metadata: { category: 'copies' } });
  const all = await list(client);
  expect(all.length).toBeLessThan([...library.cubo.documents()].length);
  expect(await list(client, { category: 'demo' })).toEqual([]);
  expect(await list(client, { metadata: { category: ['demo', 'copies'] } })).toEqual(all);
  expect(await search(client, { category: 'demo' })).toEqual([]);
});

test('a document with a name within and one beyond the scope has the one within', async () => {
  const copy = join(library.folder, 'copies', 'copy.pdf');
  const client = await connect({ sources: [join(library.folder, 'copies')] });
  expect(await list(client)).toEqual([copy]);
  expect(await search(client, {})).toEqual([copy]);
  expect((await call<{ source: string }>(client, 'read', { source: copy })).value.source).toBe(copy);
  const { value } = await call<{ citations: { source: string }[] }>(client, 'ask', {
    question: 'Wann sind die Ruhezeiten?',
  });
  expect(new Set(value.citations.map(({ source }) => source))).toEqual(new Set([copy]));
});
