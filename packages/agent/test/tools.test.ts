import { expect, test } from 'vitest';
import { z } from 'zod';
import { createAgent, defineTool } from '../src/index.ts';
import { evaluate } from '../src/tools/calculator/evaluate.ts';
import { openAgent } from './helpers/open-agent.ts';
import { calls, roundsGenerator } from './helpers/rounds-generator.ts';

test.each([
  ['0.1 + 0.2', '0.3'],
  ['(1250.50 - 3 * 99) * 1.22', '1163.27'],
  ['2^3^2 - -2^2', '516'],
  ['10 % 3 + 7 ÷ 2 × 2 − 1', '7'],
  ['12345678901234567890 * 98765432109876543210', '1219326311370217952237463801111263526900'],
  ['1/3', '≈ 0.333333333333333333333333333333'],
  ['round(2.345, 2) + max(1, 2, sum(3, 4)) + sqrt(16)', '13.35'],
  ['pi', '≈ 3.14159265358979323846264338328'],
])('%s is %s', (expression, result) => {
  expect(evaluate(expression)).toBe(result);
});

test.each([
  ['7**999999', 'exponent is too large'],
  ['9^9^9^9', 'exponent is too large'],
  ['9^1000 * 9^1000', 'too large'],
  ['0.1^2000', 'too close to zero'],
  ['1/0', 'divides by zero'],
  ['sqrt(-1)', 'no result'],
  ['process.exit(1)', 'no number, name or sign'],
  ['constructor(1)', 'There is no constructor'],
  ['2 +', 'ends too early'],
  ['(1', 'A ) is missing'],
  ['1 2', 'does not belong there'],
  ['('.repeat(500) + ')'.repeat(400), 'too deep'],
  ['1'.repeat(2000), 'more than 1000 characters'],
])('%s is refused at once: %s', (expression, reason) => {
  const began = performance.now();
  expect(() => evaluate(expression)).toThrow(reason);
  expect(performance.now() - began).toBeLessThan(100);
});

test('the time is told in a time zone', async () => {
  const generator = roundsGenerator([
    calls(
      ['current_time', {}],
      ['current_time', { timeZone: 'America/New_York' }],
      ['current_time', { timeZone: 'Mars/Base' }],
    ),
    'Late.',
  ]);
  const clock = { now: () => Date.UTC(2026, 6, 1, 1, 30) };
  const { agent } = await openAgent(generator, { clock, timeZone: 'Europe/Berlin' });
  const { calls: made } = await (await agent.conversation()).send('How late is it?');
  expect(made.map(({ content }) => content)).toEqual([
    'Wednesday, 2026-07-01 03:30:00 (Europe/Berlin, GMT+02:00)',
    'Tuesday, 2026-06-30 21:30:00 (America/New_York, GMT-04:00)',
    'Error: There is no time zone Mars/Base. Names are like Europe/Berlin.',
  ]);
});

test('documents are listed, found by the names that models give, and read by section and place', async () => {
  const generator = roundsGenerator([
    calls(
      ['list_documents', { contains: 'LEASE' }],
      ['read_document', { document: 'lease', section: 'rent' }],
      ['read_document', { document: 'lease.md', pages: '2-3' }],
      ['read_document', { document: 'e' }],
      ['read_document', { document: 'nothing.pdf' }],
    ),
    'Done.',
  ]);
  const { agent } = await openAgent(generator);
  const { calls: made } = await (await agent.conversation()).send('Read');
  expect(made[0]?.content).toMatch(/^1 documents\n- lease\.md; 'Lease'; category: contracts; .*lease\.md$/);
  expect(made[1]?.content).toContain('The rent is 950 euros');
  expect(made[1]?.content).not.toContain('three months');
  expect(made[2]?.content).toContain('Nothing of the document fits that');
  expect(made[3]?.content).toContain('Several documents have that name');
  expect(made[4]?.content).toContain('There is no document of that name');
});

test('a long document is read in parts, each of which says where it goes on', async () => {
  const text = Array.from({ length: 200 }, (_, i) => `Sentence ${i} of the long report tells of the harbour.`).join(
    ' ',
  );
  const generator = roundsGenerator(
    [
      calls(['read_document', { document: 'report' }]),
      (request) => {
        const from = Number(/from (\d+)/.exec(request.messages.at(-1)?.content ?? '')?.[1]);
        return calls(['read_document', { document: 'report', from }]);
      },
      'Done.',
    ],
    { contextWindow: 5200 },
  );
  const { agent } = await openAgent(generator, { files: { 'report.txt': text } });
  const turn = await (await agent.conversation()).send('Read it all');
  const [first, second] = turn.calls.map(
    ({ content }) => new Set([...content.matchAll(/Sentence (\d+)/g)].map(([, n]) => Number(n))),
  );
  expect(first?.has(0)).toBe(true);
  expect(Math.max(...(second ?? []))).toBeGreaterThan(Math.max(...(first ?? [])));
  expect(Math.min(...(second ?? []))).toBeLessThanOrEqual(Math.max(...(first ?? [])) + 1);
});

test('analysis reads the whole document, part by part, and brings the notes together', async () => {
  const text = Array.from(
    { length: 300 },
    (_, i) => `Fact ${i} of the report concerns the harbour and its ferry.`,
  ).join(' ');
  const seen = new Set<number>();
  let parts = 0;
  const generator = roundsGenerator(
    [
      ({ messages, tools }) => {
        const { content = '', role } = messages.at(-1) ?? {};
        if (content.startsWith('These passages are part')) {
          parts++;
          for (const [, number] of content.matchAll(/Fact (\d+)/g)) seen.add(Number(number));
          const [, number] = /passage number="(\d+)"/.exec(content) ?? [];
          return `The harbour has a ferry [${number}].`;
        }
        if (content.startsWith('These are notes')) return 'All parts tell of the ferry of the harbour [1].';
        if (role === 'tool') return 'The report tells of the ferry of the harbour [1].';
        return tools === undefined ? '' : calls(['analyze_document', { document: 'report' }]);
      },
    ],
    { contextWindow: 4600 },
  );
  const { agent } = await openAgent(generator, { files: { 'report.txt': text } });
  const turn = await (await agent.conversation()).send('Summarize the report');
  expect(seen.size).toBe(300);
  expect(parts).toBeGreaterThan(2);
  expect(turn.calls[0]).toMatchObject({ outcome: 'done', content: 'All parts tell of the ferry of the harbour [1].' });
  // Only what the notes rest on is a source.
  expect(turn.sources.length).toBe(parts);
  expect(turn.sentences).toMatchObject([{ support: 'supported' }]);
  for (const request of generator.requests) {
    const tokens = JSON.stringify(request.messages).length / 6;
    expect(tokens).toBeLessThan(4600);
  }
});

test('a comparison reads all of its documents', async () => {
  const generator = roundsGenerator([
    ({ messages }) => {
      const { content = '', role } = messages.at(-1) ?? {};
      const [, document] = /of the document "(.*)"/.exec(content) ?? [];
      if (document !== undefined) return `${document} is about money [1].`;
      if (content.startsWith('These are notes'))
        return `Compared: ${[...content.matchAll(/Notes on (\S+):/g)].map(([, name]) => name).join(', ')}`;
      return role === 'tool' ? 'Done.' : calls(['compare_documents', { documents: ['lease.md', 'garage.md'] }]);
    },
  ]);
  const { agent } = await openAgent(generator);
  const turn = await (await agent.conversation()).send('Compare');
  expect(turn.calls[0]?.content).toBe('Compared: lease.md, garage.md');
});

test('a tool of the host takes any Standard Schema, and gets what that makes of the input', async () => {
  const book = defineTool({
    name: 'book_viewing',
    description: 'Books a viewing.',
    input: z.object({ day: z.iso.date(), people: z.number().int().default(1) }),
    execute: ({ day, people }) => ({ booked: day, people }),
  });
  const generator = roundsGenerator([
    calls(['book_viewing', { day: '2026-05-03' }], ['book_viewing', { day: 'Sunday' }]),
    'Booked.',
  ]);
  const { agent } = await openAgent(generator, { tools: [book] });
  const turn = await (await agent.conversation()).send('Book');
  expect(turn.calls[0]).toMatchObject({ outcome: 'done', content: '{"booked":"2026-05-03","people":1}' });
  expect(turn.calls[1]).toMatchObject({
    outcome: 'invalid',
    content: expect.stringContaining('day: Invalid ISO date'),
  });
  const told = generator.requests[0]?.tools?.find(({ name }) => name === 'book_viewing');
  expect(told?.inputSchema).toMatchObject({
    type: 'object',
    properties: { day: { type: 'string' } },
    required: ['day'],
  });
});

test('tools and options that make no sense are refused', async () => {
  const { cubo } = await openAgent(roundsGenerator(['x']));
  const schema = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } };
  const tool = { name: 'a', description: 'a', input: schema, inputSchema: {}, execute: () => '' };
  const refused = (options: object, message: RegExp) =>
    expect(() => createAgent({ cubo, ...options })).toThrow(
      expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT', message: expect.stringMatching(message) }),
    );
  refused({ tools: [tool, tool] }, /two tools a/);
  refused({ tools: [{ ...tool, name: 'calculator' }] }, /two tools calculator/);
  refused({ tools: [{ ...tool, name: 'a b' }] }, /name of a tool/);
  refused({ tools: [{ ...tool, inputSchema: undefined }] }, /JSON Schema/);
  refused({ tools: [{ ...tool, input: {} }] }, /no schema/);
  refused({ tools: { tool } }, /no list/);
  refused({ tools: [undefined] }, /name of a tool/);
  for (const timeoutMilliseconds of [0, 1.5, Number.POSITIVE_INFINITY, 2 ** 31]) {
    refused({ tools: [{ ...tool, timeoutMilliseconds }] }, /timeoutMilliseconds of the tool a/);
  }
  refused({ tool: [] }, /no option "tool"/);
  refused({ maximumRounds: 0 }, /maximumRounds is 0/);
  refused({ leastCoverage: 2 }, /leastCoverage is 2/);
  refused({ leastCoverage: '0.5' }, /leastCoverage is 0\.5/);
  refused({ thinking: 'yes' }, /thinking is yes/);
  refused({ memory: { summarize: 1 } }, /memory\.summarize is 1/);
  refused({ attachments: { timeoutMilliseconds: 2 ** 31 } }, /attachments\.timeoutMilliseconds/);
  refused({ timeZone: 'Mars' }, /time zone Mars/);
  refused({ attachments: { maximumBytes: -1 } }, /attachments\.maximumBytes is -1/);
  refused({ generator: {} }, /generator/);
  expect(() => createAgent({} as never)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
});
