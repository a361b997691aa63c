import { generatorConformance } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { type OpenAiCompatibleGeneratorOptions, openAiCompatibleGenerator } from '../../src/index.ts';
import { ask, conversation, errorOf, question, search, textOf } from '../helpers/ask.ts';
import { fakeOpenAi, type OpenAiFaults } from '../helpers/fake-openai.ts';

async function setUp(faults: OpenAiFaults = {}, options: Partial<OpenAiCompatibleGeneratorOptions> = {}) {
  const server = await fakeOpenAi(faults);
  const { baseUrl } = server;
  return { server, generator: openAiCompatibleGenerator({ baseUrl, model: 'local', ...options }) };
}

describe('conformance, with a fake server', async () => {
  const { baseUrl } = await fakeOpenAi();
  const capabilities = { images: true, thinking: true };
  const create = () => openAiCompatibleGenerator({ baseUrl, model: 'local', capabilities });
  for (const { name, run } of generatorConformance({ create })) test(name, run);
});

test.each(['reasoning_content', 'reasoning'] as const)('thoughts in %s are told apart', async (thinkingField) => {
  const { generator } = await setUp({ thinkingField }, { capabilities: { thinking: true } });
  const events = await ask(generator, { thinking: true });
  expect(events.slice(0, 2)).toEqual([
    { type: 'thinking', text: 'Let ' },
    { type: 'thinking', text: 'me see.' },
  ]);
  expect(textOf(events)).toBe('Three months, é [1].');
  expect(events.slice(-2)).toEqual([
    { type: 'usage', inputTokens: 12, outputTokens: 4 },
    { type: 'finish', reason: 'stop' },
  ]);
});

test('a request is sent in the format of OpenAI', async () => {
  const options = { apiKey: 'secret', temperature: 0, capabilities: { thinking: true, images: true } };
  const { server, generator } = await setUp({}, options);
  const responseSchema = { type: 'object' };
  await ask(generator, {
    messages: conversation,
    tools: [search],
    responseSchema,
    maximumOutputTokens: 9,
    thinking: false,
  });
  const { name, description, inputSchema: parameters } = search;
  expect(server.seen[0]?.headers.authorization).toBe('Bearer secret');
  expect(server.seen[0]?.body).toEqual({
    model: 'local',
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0,
    max_tokens: 9,
    chat_template_kwargs: { enable_thinking: false },
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: responseSchema, strict: true } },
    tools: [{ type: 'function', function: { name, description, parameters } }],
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
        ],
      },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'search', arguments: '{"query":"notice"}' } }],
      },
      { role: 'tool', content: 'Three months.', tool_call_id: 'call-1' },
    ],
  });
});

test('what the model cannot do is not asked of it', async () => {
  const { server, generator } = await setUp({}, { capabilities: { tools: false, jsonSchema: false } });
  const messages = conversation.slice(1, 2);
  await ask(generator, { messages, tools: [search], responseSchema: { type: 'object' }, thinking: true });
  expect(server.seen[0]?.body.messages).toEqual([{ role: 'user', content: 'Look.' }]);
  expect(Object.keys(server.seen[0]?.body ?? {})).toEqual(['model', 'messages', 'stream', 'stream_options']);
});

test('tool calls are put together from their pieces', async () => {
  const { generator } = await setUp();
  const events = await ask(generator, { tools: [search] });
  expect(events).toEqual([
    { type: 'tool-call', id: 'call_a', name: 'search', input: { query: 'notice' } },
    { type: 'tool-call', id: 'call_b', name: 'search', input: { query: 'notice' } },
    { type: 'usage', inputTokens: 12, outputTokens: 4 },
    { type: 'finish', reason: 'tool-calls' },
  ]);
});

test('an answer that is cut off by the most tokens ends with length', async () => {
  const { generator } = await setUp();
  expect((await ask(generator, { maximumOutputTokens: 2 })).at(-1)).toEqual({ type: 'finish', reason: 'length' });
});

test('null stands for nothing', async () => {
  const raw =
    'data: {"choices":[{"delta":null}]}\n\ndata: {"choices":[{"delta":{"content":null},"finish_reason":"stop"}]}\n\n';
  const { generator } = await setUp({ raw });
  expect(await ask(generator)).toEqual([{ type: 'finish', reason: 'stop' }]);
});

describe('failures end with one error', () => {
  test.each<[string, OpenAiFaults, RegExp]>([
    ['a stream that is cut', { cutAfter: 300 }, /broke off/],
    [
      'a stream that ends without a reason',
      { raw: 'data: {"choices":[{"delta":{"content":"Three"}}]}\n\n' },
      /broke off/,
    ],
    ['a stream that says nothing', { raw: 'data: [DONE]\n\n' }, /broke off/],
    ['an error in the stream', { streamError: 'the slot is gone' }, /the slot is gone\./],
    ['an event that is no JSON', { raw: 'data: nonsense\n\n' }, /JSON/],
    ['a text that is none', { raw: 'data: {"choices":[{"delta":{"content":{"a":1}}}]}\n\n' }, /an object came/],
    ['status 500 with a page', { refuse: { status: 500, body: '<h1>Internal Server Error</h1>' } }, /Internal Server/],
    ['status 400', { refuse: { status: 400, body: '{"error":{"message":"context too small"}}' } }, /context too small/],
  ])('%s', async (_, faults, message) => {
    const { generator } = await setUp(faults);
    const error = errorOf(await ask(generator));
    expect(error).toMatchObject({ code: 'CUBO_GENERATOR_FAILED', summary: expect.stringMatching(message) });
  });

  test('the input of a tool call that is no JSON', async () => {
    const { generator } = await setUp({ toolInput: '{"query": no' });
    expect(errorOf(await ask(generator, { tools: [search] }))).toMatchObject({ code: 'CUBO_GENERATOR_FAILED' });
  });

  test('the server is not running, has no such model, is not allowed', async () => {
    const { server, generator } = await setUp();
    await server.stop();
    expect(errorOf(await ask(generator))).toMatchObject({ remedy: expect.stringContaining('Start it') });
    const { generator: other } = await setUp({}, { model: 'llama9' });
    expect(errorOf(await ask(other))).toMatchObject({ summary: expect.stringContaining('has no model llama9') });
    const far = openAiCompatibleGenerator({ baseUrl: 'http://192.0.2.1:8080/v1', model: 'local' });
    expect(errorOf(await ask(far))).toMatchObject({ remedy: expect.stringContaining("allow: ['192.0.2.1:8080']") });
  });
});

test('an abort ends the stream with its reason', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const { generator } = await setUp({ slow: true });
  const read = async () => {
    for await (const { type } of generator.generate(question, { signal: controller.signal })) {
      if (type === 'text') controller.abort(reason);
    }
  };
  await expect(read()).rejects.toBe(reason);
});

test.each<[Record<string, unknown>, RegExp]>([
  [{ model: '' }, /makes no sense/],
  [{ contextWindow: -1 }, /makes no sense/],
  [{ baseUrl: undefined }, /baseUrl/],
  [{ baseURL: 'http://127.0.0.1' }, /Did you mean baseUrl/],
])('%j is refused', (options, message) => {
  const given = { baseUrl: 'http://127.0.0.1:8080/v1', model: 'local', ...options };
  expect(() => openAiCompatibleGenerator(given)).toThrow(message);
});
