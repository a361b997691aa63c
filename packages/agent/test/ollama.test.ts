import { ollamaGenerator } from '@cubo/models';
import { expect, test } from 'vitest';
import { fakeOllama } from '../../models/test/helpers/fake-ollama.ts';
import { collect, ofType, openAgent } from './helpers/open-agent.ts';

test('a model of Ollama thinks, searches and answers, over its wire format', async () => {
  const server = await fakeOllama();
  const { agent } = await openAgent(ollamaGenerator({ model: 'qwen3', baseUrl: server.url }), { thinking: true });
  const conversation = await agent.conversation();
  const events = await collect(conversation.send('Which notice period applies to the tenant?'));
  expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  expect(
    ofType(events, 'thinking')
      .map(({ text }) => text)
      .join(''),
  ).toBe('Let me see.Let me see.');
  // It calls its first tool twice at once, with the same query.
  expect(ofType(events, 'tool-result').map(({ name, outcome }) => [name, outcome])).toEqual([
    ['search_knowledge_base', 'done'],
    ['search_knowledge_base', 'done'],
  ]);
  expect(
    ofType(events, 'text')
      .map(({ text }) => text)
      .join(''),
  ).toContain('Three months, é [1].');
  const chats = server.seen.filter(({ path }) => path === '/api/chat').map(({ body }) => body);
  const withMessages = chats.filter(({ messages }) => (messages as unknown[]).length > 0);
  expect(withMessages).toHaveLength(2);
  expect(withMessages[1]?.messages).toMatchObject([
    { role: 'system' },
    { role: 'user' },
    { role: 'assistant', tool_calls: [{ function: { name: 'search_knowledge_base' } }, {}] },
    { role: 'tool', tool_name: 'search_knowledge_base' },
    { role: 'tool', tool_name: 'search_knowledge_base' },
  ]);
  const usage = ofType(events, 'usage')[0];
  expect(usage).toMatchObject({ requests: 2 });
  expect(usage?.inputTokens).toBeGreaterThan(0);
});

test('a model of Ollama without tools is given what was found', async () => {
  const server = await fakeOllama();
  const { agent } = await openAgent(ollamaGenerator({ model: 'gemma3', baseUrl: server.url }));
  const turn = await (await agent.conversation()).send('When must the tenant give notice?');
  expect(turn).toMatchObject({ finish: 'stop', calls: [] });
  expect(turn.sources.length).toBeGreaterThan(0);
});
