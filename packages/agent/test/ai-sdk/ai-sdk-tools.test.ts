import { asSchema, type ToolSet } from '@ai-sdk/provider-utils';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { aiSdkTools } from '../../src/ai-sdk.ts';
import { defineTool, type NumberedSource } from '../../src/index.ts';
import { openAgent } from '../helpers/open-agent.ts';
import { type RoundsGenerator, roundsGenerator, untilAborted } from '../helpers/rounds-generator.ts';

test('gives tools that the AI SDK takes, with schemas that it reads', async () => {
  const { cubo } = await openAgent(undefined);
  const tools: ToolSet = aiSdkTools({ cubo });
  expect(Object.keys(tools)).toEqual([
    ...['search_knowledge_base', 'list_documents', 'read_document', 'calculator', 'current_time'],
  ]);
  const schema = asSchema(tools.search_knowledge_base?.inputSchema);
  expect(await schema.jsonSchema).toMatchObject({ type: 'object', required: ['query'], additionalProperties: false });
  expect(await schema.validate?.({ query: 'notice' })).toEqual({ success: true, value: { query: 'notice' } });
  expect(await schema.validate?.({ limit: 3 })).toMatchObject({ success: false });
});

test('finds passages within the scope, numbers them and tells of them', async () => {
  const { cubo } = await openAgent(undefined);
  // #region tools
  const sources: NumberedSource[] = [];
  const tools = aiSdkTools({
    cubo,
    scope: { categories: ['letters'] },
    onSource: (source) => sources.push(source),
  });
  // #endregion
  const search = (input: unknown) => tools.search_knowledge_base?.execute(input, { toolCallId: '1' });
  expect(await search({ query: 'Who has the keys of the boiler and the notice?' })).toContain('Mr Brandt');
  expect(sources.map(({ number, label }) => [number, label])).toEqual([[1, 'letter.txt, line 1']]);
  await expect(search({ query: 'notice', categories: ['contracts'] })).rejects.toThrow(/does not admit category/);
  await expect(tools.read_document?.execute({ document: 'lease.md' }, { toolCallId: '2' })).rejects.toThrow(
    /no document of that name/,
  );
});

test('binds tools of the host to the scope, and hands on what their schema makes of the input', async () => {
  const { cubo } = await openAgent(undefined);
  const count = defineTool({
    name: 'count_documents',
    description: 'Counts.',
    input: z.object({ factor: z.string().transform(Number) }),
    inputSchema: { type: 'object', properties: { factor: { type: 'string' } } },
    execute: ({ factor }, { library }) => library.documents().length * factor,
  });
  const tools = aiSdkTools({ cubo, scope: { categories: ['contracts'] }, tools: [count] });
  expect(await tools.count_documents?.execute({ factor: '10' }, { toolCallId: '1' })).toBe('20');
});

test('stops with its signal', async () => {
  const { cubo } = await openAgent(undefined);
  const controller = new AbortController();
  const wait = defineTool({
    ...{ name: 'wait', description: 'Waits.', input: z.object({}), inputSchema: { type: 'object' } },
    execute: () => new Promise(() => {}),
  });
  const tools = aiSdkTools({ cubo, tools: [wait] });
  const waiting = tools.wait?.execute({}, { toolCallId: '1', abortSignal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('refuses what is no knowledge base by what is wrong with it', () => {
  for (const given of [{}, undefined, { cubo: 'library' }]) {
    expect(() => aiSdkTools(given as never)).toThrow(
      expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT', message: expect.stringContaining('no knowledge base') }),
    );
  }
});

/** Notes on each part of a document, citing what it was shown; and a text that brings notes together. */
function notesGenerator(contextWindow?: number): RoundsGenerator {
  return roundsGenerator(
    [
      ({ messages }) => {
        const content = messages.at(-1)?.content ?? '';
        const [, document] = /of the document "(.*)"/.exec(content) ?? [];
        const [, number] = /passage number="(\d+)"/.exec(content) ?? [];
        if (document !== undefined) return `${document} is about money [${number}].`;
        return `Compared: ${[...content.matchAll(/Notes on (\S+):/g)].map(([, name]) => name).join(', ')}`;
      },
    ],
    contextWindow === undefined ? {} : { contextWindow },
  );
}

test('with a generator whole documents are analyzed and compared, and the passages told that the notes rest on', async () => {
  const { cubo } = await openAgent(undefined);
  const generator = notesGenerator();
  const sources: NumberedSource[] = [];
  const tools = aiSdkTools({ cubo, generator, onSource: (source) => sources.push(source) });
  expect(Object.keys(tools)).toEqual(expect.arrayContaining(['analyze_document', 'compare_documents']));
  const schema = asSchema((tools as ToolSet).compare_documents?.inputSchema);
  expect(await schema.validate?.({ documents: ['lease.md'] })).toMatchObject({ success: false });
  const call = (name: string, input: unknown) => tools[name]?.execute(input, { toolCallId: '1' });
  expect(await call('analyze_document', { document: 'letter.txt', task: 'What is replaced?' })).toBe(
    'letter.txt is about money [1].',
  );
  expect(sources).toMatchObject([{ number: 1, text: expect.stringContaining('boiler') }]);
  expect(generator.requests.at(-1)?.messages.at(-1)?.content).toContain('What is replaced?');
  expect(await call('compare_documents', { documents: ['lease.md', 'garage.md'] })).toBe(
    'Compared: lease.md, garage.md',
  );
  // Each document has passages of its own, and none is numbered twice.
  expect(new Set(sources.map(({ source }) => source)).size).toBe(3);
  expect(new Set(sources.map(({ number }) => number)).size).toBe(sources.length);
});

test('a long document is analyzed in parts that fit the window of the generator', async () => {
  const lines = Array.from({ length: 300 }, (_, i) => `Line ${i} tells of the ferry of the harbour and its captain.`);
  const { cubo } = await openAgent(undefined, { files: { 'report.txt': lines.join('\n\n') } });
  const generator = notesGenerator(4600);
  const tools = aiSdkTools({ cubo, generator });
  await tools.analyze_document?.execute({ document: 'report' }, { toolCallId: '1' });
  const prompts = generator.requests.map(({ messages }) => messages.at(-1)?.content ?? '');
  expect(prompts.length).toBeGreaterThan(3);
  for (const [i] of lines.entries()) expect(prompts.some((prompt) => prompt.includes(`Line ${i} tells`))).toBe(true);
  for (const prompt of prompts) expect(prompt.length / 6).toBeLessThan(4600);
});

test('an analysis stays within the scope, fails with its generator, and ends with its signal', async () => {
  const { cubo } = await openAgent(undefined);
  const asked = notesGenerator();
  const bound = aiSdkTools({ cubo, generator: asked, scope: { categories: ['letters'] } });
  const compare = bound.compare_documents?.execute({ documents: ['letter.txt', 'lease.md'] }, { toolCallId: '1' });
  await expect(compare).rejects.toThrow(/no document of that name/);
  expect(asked.requests).toEqual([]);

  const failing = roundsGenerator([
    () => {
      throw new Error('out of memory');
    },
  ]);
  const broken = aiSdkTools({ cubo, generator: failing });
  const analysis = broken.analyze_document?.execute({ document: 'letter.txt' }, { toolCallId: '1' });
  await expect(analysis).rejects.toThrow('The generator rounds failed: out of memory.');

  const controller = new AbortController();
  const endless = aiSdkTools({ cubo, generator: roundsGenerator([[untilAborted]]) });
  const waiting = endless.analyze_document?.execute(
    { document: 'letter.txt' },
    { toolCallId: '1', abortSignal: controller.signal },
  );
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
