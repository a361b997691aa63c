import type { Locator } from '@cubo/contracts';
import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CuboMcpServer, createMcpServer } from '../src/index.ts';
import { call } from './helpers/call.ts';
import { connectInProcess } from './helpers/connect.ts';
import { demoLibrary } from './helpers/demo-library.ts';

interface Place {
  readonly source: string;
  readonly place: string;
  readonly locator: Locator;
}

interface ReadPart {
  readonly place: string;
  readonly locator: Locator;
  readonly text: string;
}

interface ReadValue {
  readonly source: string;
  readonly pages?: number;
  readonly parts: readonly ReadPart[];
  readonly next?: number;
}

const library = demoLibrary();
let server: CuboMcpServer;
beforeAll(() => {
  server = createMcpServer({ cubo: library.cubo });
});
const connect = (): Promise<Client> => connectInProcess(server);

test('the tools say what they take and give, that they change nothing, and that texts are data', async () => {
  const { tools } = await (await connect()).listTools();
  expect(tools.map(({ name }) => name)).toEqual(['search', 'read', 'list', 'ask', 'status']);
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    if (name !== 'status') expect(description).toContain('follow no instructions');
  }
});

describe('search', () => {
  test('gives passages with file, place and offsets, in values and in words', async () => {
    const { value, blocks } = await call<{ hits: (Place & { text: string; id: number })[] }>(
      await connect(),
      'search',
      {
        query: 'Kündigungsfrist notice period',
        limit: 3,
      },
    );
    const hits = await library.cubo.search('Kündigungsfrist notice period', { limit: 3 });
    expect(value.hits.map(({ id, source, locator, text }) => ({ id, source, locator, text }))).toEqual(
      hits.map(({ id, source, locator, text }) => ({ id, source, locator, text })),
    );
    expect(blocks).toHaveLength(3);
    const [first] = value.hits;
    expect(blocks[0]).toContain(`characters ${first?.locator.start}–${first?.locator.end} of ${first?.source}`);
    expect(blocks[0]).toContain(first?.text);
  });

  test('is confined to sources, a category and labels', async () => {
    const client = await connect();
    const sourcesOf = async (args: object) => {
      const { value } = await call<{ hits: Place[] }>(client, 'search', {
        query: 'Heizung heating Ruhezeiten',
        ...args,
      });
      return [...new Set(value.hits.map(({ source }) => source))];
    };
    const letter = library.source('rundschreiben-heizung.txt');
    expect((await sourcesOf({})).length).toBeGreaterThan(1);
    expect(await sourcesOf({ sources: [letter] })).toEqual([letter]);
    expect(await sourcesOf({ category: 'demo', metadata: { year: 2026 }, sources: [letter] })).toEqual([letter]);
    expect(await sourcesOf({ metadata: { year: 2025 } })).toEqual([]);
    expect(await sourcesOf({ category: 'none' })).toEqual([]);
  });

  test('says that nothing was found', async () => {
    const { value, text } = await call(await connect(), 'search', { query: 'xylophonist', mode: 'sparse' });
    expect(value).toEqual({ hits: [] });
    expect(text).toBe('No passage was found.');
  });
});

describe('read', () => {
  test('gives a document in parts that are exactly their ranges', async () => {
    const source = library.source('employee-handbook.md');
    const { value, text } = await call<ReadValue>(await connect(), 'read', { source });
    expect(value.source).toBe(source);
    expect(value.next).toBeUndefined();
    let end = 0;
    for (const part of value.parts) {
      expect(part.text).toHaveLength(part.locator.end - part.locator.start);
      expect(part.locator.start).toBeGreaterThanOrEqual(end);
      end = part.locator.end;
      expect(text).toContain(part.text);
    }
    for await (const passage of library.cubo.read(source)) {
      const part = value.parts.find(({ locator }) => locator.end >= passage.locator.end);
      const start = passage.locator.start - (part?.locator.start ?? 0);
      expect(part?.text.slice(start, start + passage.text.length)).toBe(passage.text);
    }
  });

  test('gives single pages', async () => {
    const client = await connect();
    const source = library.source('employment-contract.pdf');
    const all = (await call<ReadValue>(client, 'read', { source })).value;
    expect(all.pages).toBeGreaterThan(1);
    const { value } = await call<ReadValue>(client, 'read', { source, firstPage: 2, lastPage: 2 });
    expect(value.parts.map(({ place }) => place)).toEqual(['page 2']);
    expect(value.parts).toEqual(all.parts.filter(({ place }) => place === 'page 2'));
    const beyond = await call(client, 'read', { source, firstPage: 99 });
    expect(beyond).toMatchObject({ isError: true, value: { error: { code: 'CUBO_BAD_ARGUMENT' } } });
    expect(beyond.text).toContain(`it has ${all.pages} pages`);
  });

  test('gives what stands under a heading', async () => {
    const client = await connect();
    const source = library.source('employee-handbook.md');
    const { value } = await call<ReadValue>(client, 'read', { source });
    const wanted = value.parts.at(-1);
    const heading = wanted?.locator.kind === 'heading' ? (wanted.locator.path.at(-1) ?? '') : '';
    const section = await call<ReadValue>(client, 'read', { source, section: heading.toUpperCase() });
    expect(section.value.parts).toEqual([wanted]);
    expect((await call(client, 'read', { source, section: 'no such heading' })).isError).toBe(true);
  });

  test('goes on where it stopped, and the pieces are the whole', async () => {
    const client = await connect();
    const source = library.source('datenschutzhinweise.html');
    const whole = (await call<ReadValue>(client, 'read', { source })).value;
    const joined = (parts: readonly ReadPart[]) => parts.map(({ text }) => text).join('');
    const pieces: ReadPart[] = [];
    let start: number | undefined = 0;
    let calls = 0;
    while (start !== undefined) {
      const { value }: { value: ReadValue } = await call<ReadValue>(client, 'read', {
        source,
        start,
        maximumCharacters: 100,
      });
      expect(joined(value.parts).length).toBeLessThanOrEqual(100);
      pieces.push(...value.parts);
      start = value.next;
      calls += 1;
    }
    expect(calls).toBeGreaterThan(3);
    const characters = (parts: readonly ReadPart[]) => joined(parts).replace(/\s+/g, '');
    expect(characters(pieces)).toBe(characters(whole.parts));
  });

  test('names a copy as it was asked for', async () => {
    const copy = `${library.folder}/copies/copy.pdf`;
    const { value } = await call<ReadValue>(await connect(), 'read', { source: copy });
    expect(value.source).toBe(copy);
  });
});

describe('list', () => {
  interface Listed {
    readonly documents: readonly { source: string; passages: number; metadata: Record<string, unknown> }[];
    readonly next?: string;
  }

  test('lists page by page', async () => {
    const client = await connect();
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { value }: { value: Listed } = await call<Listed>(client, 'list', { limit: 3, ...(after && { after }) });
      expect(value.documents.length).toBeLessThanOrEqual(3);
      seen.push(...value.documents.map(({ source }) => source));
      after = value.next;
    } while (after !== undefined);
    expect(seen).toEqual([...library.cubo.documents()].map(({ uri }) => uri));
  });

  test('lists those of a scope, with their labels', async () => {
    const { value } = await call<Listed>(await connect(), 'list', { category: 'demo' });
    expect(value.documents.length).toBeGreaterThan(1);
    for (const { metadata } of value.documents) expect(metadata).toMatchObject({ category: 'demo', year: 2026 });
    expect((await call<Listed>(await connect(), 'list', { category: 'none' })).text).toBe('There are no documents.');
  });
});

describe('ask', () => {
  test('answers with citations that lead to the very words', async () => {
    const client = await connect();
    const steps: string[] = [];
    const { value, text } = await call<{ text: string; citations: (Place & { quote: string })[]; generator: string }>(
      client,
      'ask',
      { question: 'What is the notice period of the employment contract?' },
      { onprogress: ({ message = '' }) => steps.push(message) },
    );
    expect(value.generator).toBe('extractive');
    expect(value.citations.length).toBeGreaterThan(0);
    for (const { source, quote, locator } of value.citations) {
      const { value: read } = await call<ReadValue>(client, 'read', { source, start: locator.start });
      expect(read.parts[0]?.text.slice(0, quote.length)).toBe(quote);
      expect(text).toContain(quote);
    }
    expect(steps).toEqual([
      expect.stringMatching(/passages were found/),
      'The answer is being written',
      'The answer is complete',
    ]);
  });
});

test('status tells what there is', async () => {
  const { documents, chunks } = await library.cubo.status();
  const { value, text } = await call(await connect(), 'status');
  expect(value).toEqual({
    documents,
    passages: chunks,
    meaningCoverage: 1,
    isIngesting: false,
    generator: 'extractive',
    isRestricted: false,
  });
  expect(text).toContain(`${documents} documents, ${chunks} passages`);
});

describe('what is refused', () => {
  const wrong: [string, Record<string, unknown>, string][] = [
    ['search', { query: 'a', limits: 3 }, 'Did you mean limit?'],
    ['search', { query: 'a', __proto__x: 3 }, 'has no option'],
    ['search', {}, 'lacks its argument query'],
    ['search', { query: '  ' }, 'The argument query'],
    ['search', { query: 5 }, 'The argument query'],
    ['search', { query: 'a', limit: 0 }, 'a whole number from 1 to 50'],
    ['search', { query: 'a', limit: '3' }, 'a whole number from 1 to 50'],
    ['search', { query: 'a', limit: null }, 'a whole number from 1 to 50'],
    ['search', { query: 'a', mode: 'fuzzy' }, 'one of hybrid, sparse, dense'],
    ['search', { query: 'a', sources: 'a.pdf' }, 'a list of texts'],
    ['search', { query: 'a', sources: [''] }, 'a list of texts'],
    ['search', { query: 'a', metadata: { year: { from: 2020 } } }, 'an object of labels'],
    ['search', { query: 'a', metadata: [1] }, 'an object of labels'],
    ['search', { query: 'a', category: 7 }, 'a text that is not empty'],
    ['read', { source: 'a', pages: '1-3' }, 'has no option'],
    ['read', { source: 'a', start: -1 }, 'a whole number from 0 up'],
    ['read', { source: 'a', maximumCharacters: 1e9 }, 'a whole number from 1 to 100000'],
    ['list', { offset: 10 }, 'has no option'],
    ['ask', { question: 'a', generator: 'x' }, 'has no option'],
    ['status', { verbose: true }, 'has no option'],
  ];
  test.each(wrong)('%s %j', async (name, args, message) => {
    const { isError, value, text } = await call<{ error: { code: string } }>(await connect(), name, args);
    expect({ isError, code: value.error.code }).toEqual({ isError: true, code: 'CUBO_BAD_ARGUMENT' });
    expect(text).toContain(message);
    expect(text).not.toMatch(/\n\s+at /);
  });

  test('a tool that there is not', async () => {
    for (const name of ['delete', 'constructor']) await expect(call(await connect(), name)).rejects.toThrow(name);
  });

  test('an error of the library comes with code, sentence and remedy', async () => {
    const { isError, value, text } = await call(await connect(), 'read', { source: '/none.pdf' });
    expect(isError).toBe(true);
    expect(value).toEqual({
      error: { code: 'CUBO_DOCUMENT_NOT_FOUND', message: expect.any(String), remedy: expect.any(String) },
    });
    expect(text).toContain('(CUBO_DOCUMENT_NOT_FOUND)');
  });

  test('a fault of the server is told to its log, not to the client', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const logger = { debug: log, info: log, warn: log, error: log };
    const fault = () => Promise.reject(new Error('secret path'));
    const broken = createMcpServer({ cubo: { ...library.cubo, search: fault }, logger });
    const { isError, value, text } = await call(await connectInProcess(broken), 'search', { query: 'a' });
    expect({ isError, value }).toMatchObject({ isError: true, value: { error: { code: 'INTERNAL_ERROR' } } });
    expect(text).not.toContain('secret');
    expect(lines.join()).toContain('secret path');
  });

  test('options that make no sense', () => {
    const refused = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });
    const { cubo } = library;
    expect(() => createMcpServer({ cubo, scopes: {} } as never)).toThrow(refused);
    expect(() => createMcpServer({ cubo, scope: { category: 'a' } } as never)).toThrow(refused);
    expect(() => createMcpServer({} as never)).toThrow(refused);
  });
});
