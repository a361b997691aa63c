import type { Locator, SearchHit } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { createMcpServer, type ReadableCubo } from '../src/index.ts';
import { call } from './helpers/call.ts';
import { connectInProcess } from './helpers/connect.ts';

const range = { start: 0, end: 4 };
const locators: Locator[] = [
  { kind: 'page', page: 2, box: [0, 0, 1, 1], confidence: 0.9, ...range },
  { kind: 'slide', slide: 2, ...range },
  { kind: 'sheet', sheet: 'Rent', rows: [2, 3], ...range },
  { kind: 'rows', rows: [2, 3], ...range, member: ['mail.eml', 'a.csv'] },
  { kind: 'heading', path: ['Lease', 'Rent'], ...range },
  { kind: 'lines', lines: [1, 1], ...range },
  { kind: 'time', seconds: [1.5, 3], ...range },
  { kind: 'characters', ...range },
];

test('a client takes places of every kind, and what a search was made without', async () => {
  const explain: SearchHit['explain'] = {
    fuser: 'a',
    lists: [],
    failures: [{ part: 'dense', code: 'CUBO_EMBEDDER_FAILED', message: 'The model is gone.' }],
  };
  const never = () => {
    throw new Error('only searches are made');
  };
  const hits = locators.map(
    (locator, id): SearchHit => ({ id, source: 'a', locator, score: 1, text: 'text', kind: 'prose', explain }),
  );
  const cubo: ReadableCubo = { search: async () => hits, ask: never, read: never, status: never, documents: () => [] };
  const { value } = await call<{ hits: { locator: Locator }[]; failures: unknown }>(
    await connectInProcess(createMcpServer({ cubo })),
    'search',
    { query: 'a' },
  );
  expect(value.hits.map(({ locator }) => locator)).toEqual(locators);
  expect(value.failures).toEqual(explain.failures);
});
