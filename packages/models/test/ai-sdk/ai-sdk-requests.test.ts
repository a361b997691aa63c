import type { GenerationRequest } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import { aiSdkGenerator } from '../../src/ai-sdk.ts';
import { languageModels } from './scripted-models.ts';

describe('what a request may carry', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const inputSchema = { type: 'object', properties: { query: { type: 'string' } } };
  const tools = [{ name: 'search', description: 'Finds passages.', inputSchema }];
  const responseSchema = { type: 'object' };
  const full: GenerationRequest = {
    ...{ question: 'When?', passages: [], tools, responseSchema, maximumOutputTokens: 50, thinking: false },
    messages: [
      { role: 'user', content: 'When?', images: [{ mediaType: 'image/png', bytes }] },
      { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'search', input: { query: 'notice' } }] },
      { role: 'tool', content: 'Three months.', call: { id: '1', name: 'search' } },
      { role: 'assistant', content: 'Wait.', toolCalls: [{ id: '2', name: 'search', input: {} }] },
    ],
  };
  const call = (id: string, input: object) => ({ type: 'tool-call', toolCallId: id, toolName: 'search', input });
  const rest = [
    { role: 'assistant', content: [call('1', { query: 'notice' })] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: '1', toolName: 'search', output: { type: 'text', value: 'Three months.' } },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Wait.' }, call('2', {})] },
  ];

  test.each(['v2', 'v3', 'v4'] as const)('version %s is given all that it can do', async (version) => {
    const { calls, ...models } = languageModels();
    const capabilities = { tools: true, images: true, thinking: true, jsonSchema: true };
    const generator = aiSdkGenerator(models[version], { contextWindow: 1, maximumOutputTokens: 9, capabilities });
    for await (const event of generator.generate(full)) expect(event.type).not.toBe('error');
    const data = version === 'v4' ? { type: 'data', data: bytes } : bytes;
    const image = { type: 'file', mediaType: 'image/png', data };
    expect(calls).toEqual([
      {
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'When?' }, image] }, ...rest],
        tools: [{ type: 'function', name: 'search', description: 'Finds passages.', inputSchema }],
        responseFormat: { type: 'json', schema: responseSchema },
        maxOutputTokens: 50,
        ...(version === 'v4' && { reasoning: 'none' }),
      },
    ]);
  });

  test('and what it cannot do is left out', async () => {
    const { v4, calls } = languageModels();
    for await (const event of aiSdkGenerator(v4, { contextWindow: 1 }).generate(full)) expect(event).toBeDefined();
    expect(calls).toEqual([
      { prompt: [{ role: 'user', content: [{ type: 'text', text: 'When?' }] }, ...rest], maxOutputTokens: 50 },
    ]);
  });

  test('thinking that is asked for', async () => {
    const { v4, calls } = languageModels();
    const generator = aiSdkGenerator(v4, { contextWindow: 1, capabilities: { thinking: true } });
    for await (const event of generator.generate({ ...full, thinking: true })) expect(event).toBeDefined();
    expect(calls).toMatchObject([{ reasoning: 'medium' }]);
  });
});
