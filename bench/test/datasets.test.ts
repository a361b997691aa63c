import { isCuboError } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import { listDatasets, openDataset } from '../src/datasets/index.ts';
import { jsonl, qrels, writeDatasets } from './write-dataset.ts';

const corpus = jsonl([
  { _id: 'd1', title: 'Ships', text: 'in the harbour' },
  { _id: 'd2', title: '', text: 'in the orchard', more: [1] },
]);
const queries = jsonl([
  { _id: 'q1', text: 'ships?' },
  { _id: 'q2', text: 'not judged' },
  { _id: 'q3', text: 'nothing relevant' },
]);
const judgements = qrels([
  ['q1', 'd1', 2],
  ['q1', 'd2', 0],
  ['q3', 'd1', 0],
  ['q9', 'd1', 1],
]);
const whole = { 'corpus.jsonl': corpus, 'queries.jsonl': queries, 'qrels.tsv': judgements };

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function messageOf(action: () => Promise<unknown>): Promise<string> {
  const error = await action().catch((thrown: unknown) => thrown);
  if (!isCuboError(error)) throw new Error('no CuboError was thrown', { cause: error });
  return error.message;
}

async function readAll(directory: string, name: string): Promise<void> {
  const dataset = await openDataset(directory, name);
  await collect(dataset.documents());
  await dataset.queries();
}

describe('datasets', () => {
  test('have documents, and the queries that have a relevant one', async () => {
    const directory = await writeDatasets({ b: whole, a: whole, empty: {} });
    expect(await listDatasets(directory)).toEqual(['a', 'b']);
    const dataset = await openDataset(directory, 'a');
    expect(await collect(dataset.documents())).toEqual([
      { id: 'd1', title: 'Ships', text: 'in the harbour' },
      { id: 'd2', text: 'in the orchard' },
    ]);
    const relevance = new Map([
      ['d1', 2],
      ['d2', 0],
    ]);
    expect(await dataset.queries()).toEqual([{ id: 'q1', text: 'ships?', relevance }]);
  });

  test('take blank lines and line ends of any system', async () => {
    const crlf = Object.fromEntries(
      Object.entries(whole).map(([name, text]) => [name, `${text.replaceAll('\n', '\r\n')}\r\n`]),
    );
    const directory = await writeDatasets({ a: crlf });
    expect(await (await openDataset(directory, 'a')).queries()).toHaveLength(1);
  });

  test('may say to the character what answers a query', async () => {
    const spans = jsonl([
      {
        _id: 'q1',
        text: 'ships?',
        spans: [
          ['d1', 0, 2],
          ['d1', 3, 6],
        ],
      },
    ]);
    const directory = await writeDatasets({ a: { ...whole, 'queries.jsonl': spans } });
    const [query] = await (await openDataset(directory, 'a')).queries();
    const expected = {
      document: 'd1',
      spans: [
        { start: 0, end: 2 },
        { start: 3, end: 6 },
      ],
    };
    expect(query?.reference).toEqual(expected);
  });

  test('without documents share those of the set their name begins with', async () => {
    const { 'corpus.jsonl': _, ...rest } = whole;
    const directory = await writeDatasets({ ships: whole, 'ships-train': rest, shipstrain: rest });
    expect(await collect((await openDataset(directory, 'ships-train')).documents())).toHaveLength(2);
    expect(await messageOf(() => openDataset(directory, 'shipstrain'))).toContain('"shipstrain" has no file');
  });

  test('that are missing are named, with those there are', async () => {
    const directory = await writeDatasets({ a: whole, b: whole });
    expect(await messageOf(() => openDataset(directory, 'c'))).toMatch(/no set "c".*The sets are: a, b\./);
    expect(await messageOf(() => listDatasets(`${directory}/nowhere`))).toContain(`${directory}/nowhere`);
    const { 'qrels.tsv': _, ...rest } = whole;
    const partial = await writeDatasets({ a: rest });
    expect(await messageOf(() => openDataset(partial, 'a'))).toContain('qrels.tsv');
  });

  test.each([
    ['corpus.jsonl', `${corpus}{"_id": "d3"}\n`, 3],
    ['corpus.jsonl', `${corpus}{"_id": "d3", "text": \n`, 3],
    ['corpus.jsonl', `${corpus}null\n`, 3],
    ['corpus.jsonl', `${corpus}{"_id": 3, "text": "x"}\n`, 3],
    ['corpus.jsonl', `${corpus}{"_id": "d3", "text": "x", "title": 3}\n`, 3],
    ['corpus.jsonl', `${corpus}\n{"_id": "d1", "text": "again"}\n`, 4],
    ['queries.jsonl', `[]\n${queries}`, 1],
    ['queries.jsonl', '{"_id": "q1", "text": "x", "spans": []}\n', 1],
    ['queries.jsonl', '{"_id": "q1", "text": "x", "spans": [["d1", 5, 5]]}\n', 1],
    ['queries.jsonl', '{"_id": "q1", "text": "x", "spans": [["d1", 0, 5], ["d2", 0, 5]]}\n', 1],
    ['qrels.tsv', judgements.slice(judgements.indexOf('\n') + 1), 1],
    ['qrels.tsv', `${judgements}q1\td1\n`, 6],
    ['qrels.tsv', `${judgements}q1\td1\tmuch\n`, 6],
    ['qrels.tsv', `${judgements}q1\t0\td1\t1\n`, 6],
  ])('name the file and line that is malformed: %s %#', async (file, content, line) => {
    const directory = await writeDatasets({ a: { ...whole, [file]: content } });
    const message = await messageOf(() => readAll(directory, 'a'));
    expect(message).toContain(`Line ${line} of ${directory}/a/${file} is not`);
  });
});
