import { asSchema, type ToolSet } from '@ai-sdk/provider-utils';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { aiSdkTools } from '../../src/ai-sdk.ts';
import { defineTool, type NumberedSource } from '../../src/index.ts';
import { openAgent } from '../helpers/open-agent.ts';

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
