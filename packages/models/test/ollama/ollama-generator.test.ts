import { isCuboError } from '@cubo/contracts';
import { generatorConformance } from '@cubo/contracts/testing';
import { withNetwork } from '@cubo/network';
import { describe, expect, test } from 'vitest';
import { type OllamaGeneratorOptions, ollamaGenerator } from '../../src/index.ts';
import { ask, conversation, errorOf, question, search, textOf } from '../helpers/ask.ts';
import { fakeOllama, type OllamaFaults } from '../helpers/fake-ollama.ts';

async function setUp(faults: OllamaFaults = {}, options: Partial<OllamaGeneratorOptions> = {}) {
  const server = await fakeOllama(faults);
  const chats = () => server.seen.filter(({ path }) => path === '/api/chat').map(({ body }) => body);
  return { server, chats, generator: ollamaGenerator({ model: 'qwen3-vl', baseUrl: server.url, ...options }) };
}

describe.each(['qwen3-vl', 'gemma3'])('conformance of %s, with a fake server', async (model) => {
  const { url } = await fakeOllama();
  const create = async () => {
    const generator = ollamaGenerator({ model, baseUrl: url });
    await generator.load?.();
    return generator;
  };
  for (const { name, run } of generatorConformance({ create })) test(name, run);
});

test('an answer comes as thoughts, text, usage and an end', async () => {
  const { generator } = await setUp();
  const events = await ask(generator);
  expect(events.map(({ type }) => type).join(' ')).toMatch(/^thinking thinking (text )+usage finish$/);
  expect(textOf(events)).toBe('Three months, é [1].');
  expect(events.slice(-2)).toEqual([
    { type: 'usage', inputTokens: 7, outputTokens: 4 },
    { type: 'finish', reason: 'stop' },
  ]);
});

test('words come as the model says them', async () => {
  const { generator } = await setUp({ slow: true });
  const started = performance.now();
  const times: number[] = [];
  for await (const { type } of generator.generate(question)) {
    if (type === 'thinking') times.push(performance.now() - started);
    if (type === 'finish') times.push(performance.now() - started);
  }
  // The first word is there long before the last.
  expect(times[0]).toBeLessThan((times.at(-1) as number) / 2);
});

test('messages, tools, images and results are sent as Ollama takes them', async () => {
  const { generator, chats } = await setUp();
  const schema = { type: 'object' };
  await ask(generator, {
    messages: conversation,
    tools: [search],
    responseSchema: schema,
    maximumOutputTokens: 9,
    thinking: false,
  });
  const { name, description, inputSchema: parameters } = search;
  expect(chats()[0]).toEqual({
    model: 'qwen3-vl',
    stream: true,
    think: false,
    format: schema,
    truncate: false,
    shift: false,
    options: { num_ctx: 2048, num_predict: 9 },
    tools: [{ type: 'function', function: { name, description, parameters } }],
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look.', images: ['AQID'] },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'search', arguments: { query: 'notice' } } }],
      },
      { role: 'tool', content: 'Three months.', tool_name: 'search' },
    ],
  });
});

test('a tool call has an id of its own, and ends with tool-calls', async () => {
  const { generator } = await setUp();
  const events = await ask(generator, { tools: [search] });
  const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event] : []));
  expect(calls.map(({ name, input }) => [name, input])).toEqual(Array(2).fill(['search', { query: 'notice' }]));
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool-calls' });
});

test('what a model cannot do is not asked of it', async () => {
  const { generator, chats } = await setUp({}, { model: 'gemma3' });
  expect(generator.capabilities).toEqual({ tools: false, images: false, thinking: false, jsonSchema: true });
  const events = await ask(generator, { tools: [search], thinking: true });
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  expect(generator.capabilities).toEqual({ tools: false, images: true, thinking: false, jsonSchema: true });
  expect([chats()[0]?.tools, chats()[0]?.think]).toEqual([undefined, undefined]);
  const { generator: blind, chats: blindChats } = await setUp({}, { model: 'qwen3' });
  await ask(blind, { messages: conversation.slice(1, 2) });
  expect(blindChats()[0]?.messages).toEqual([{ role: 'user', content: 'Look.' }]);
});

test('an answer that is cut off by the most tokens ends with length', async () => {
  const { generator } = await setUp();
  expect((await ask(generator, { maximumOutputTokens: 2 })).at(-1)).toEqual({ type: 'finish', reason: 'length' });
});

describe('the context', () => {
  const sizes = (chats: readonly Record<string, unknown>[]) =>
    chats.map(({ options }) => (options as { num_ctx: number }).num_ctx);
  const prompt = (length: number) => ({ messages: [{ role: 'user' as const, content: 'word '.repeat(length / 5) }] });

  test('grows with the prompt in doubles, and does not shrink until the model is unloaded', async () => {
    const { generator, chats } = await setUp({}, { contextWindow: 16_384 });
    for (const length of [100, 12_000, 100, 30_000]) await ask(generator, prompt(length));
    await generator.unload?.();
    await ask(generator, prompt(100));
    expect(sizes(chats())).toEqual([2048, 8192, 8192, 16_384, 2048]);
  });

  test('has room for the answer, and ends at the window of options and model', async () => {
    const { generator, chats } = await setUp();
    await ask(generator, { ...prompt(100), maximumOutputTokens: 3000 });
    await ask(generator, prompt(90_000));
    expect(sizes(chats())).toEqual([4096, 8192]);
    const { generator: large, chats: more } = await setUp({}, { contextWindow: 100_000 });
    expect(large.contextWindow).toBe(100_000);
    await ask(large, prompt(90_000));
    expect(large.contextWindow).toBe(16_384);
    expect(sizes(more())).toEqual([16_384]);
  });

  test('is sized by how many tokens prompts really had', async () => {
    // Two thousand tokens for what is estimated as a thousand.
    const done = {
      message: { content: 'Yes.' },
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 2000,
      eval_count: 1,
    };
    const { generator, chats } = await setUp({ raw: `${JSON.stringify(done)}\n` }, { contextWindow: 100_000 });
    await ask(generator, { ...prompt(3000), maximumOutputTokens: 1 });
    await ask(generator, { ...prompt(3000), maximumOutputTokens: 100 });
    expect(sizes(chats())).toEqual([2048, 4096]);
  });
});

test('load() and unload() take and free the memory', async () => {
  const { server, generator } = await setUp({}, { keepAlive: '10m' });
  await generator.load?.();
  await generator.unload?.();
  expect(server.seen.map(({ path, body }) => [path, body.messages, body.keep_alive])).toEqual([
    ['/api/show', undefined, undefined],
    ['/api/chat', [], '10m'],
    ['/api/generate', undefined, 0],
  ]);
});

test('null stands for nothing', async () => {
  const raw = '{"message":{"content":"Three","tool_calls":null}}\n{"message":null,"done":true}\n';
  const { generator } = await setUp({ raw });
  const events = await ask(generator);
  expect(textOf(events)).toBe('Three');
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
});

describe('failures end with one error', () => {
  test.each<[string, OllamaFaults, RegExp]>([
    ['a stream that is cut', { cutAfter: 250 }, /The answer of qwen3-vl from Ollama at \S+ broke off\./],
    ['a stream that ends early', { raw: '{"message":{"content":"Three"},"done":false}\n' }, /broke off/],
    ['a stream that says nothing', { raw: '' }, /broke off/],
    ['an error in the stream', { streamError: 'model runner has unexpectedly stopped' }, /unexpectedly stopped\./],
    ['a text that is none', { raw: '{"message":{"content":5}}\n' }, /a number came/],
    ['a line that is no JSON', { raw: 'nonsense\n' }, /JSON/],
    ['status 500', { refuse: { status: 500, error: 'out of memory', times: 9 } }, /out of memory/],
    [
      'a prompt too long',
      { refuse: { status: 400, error: 'prompt too long; exceeded max context length', times: 9 } },
      /prompt too long/,
    ],
  ])('%s', async (_, faults, message) => {
    const { generator } = await setUp(faults);
    const error = errorOf(await ask(generator));
    expect(error).toMatchObject({ code: 'CUBO_GENERATOR_FAILED', summary: expect.stringMatching(message) });
  });

  test('Ollama is not running, the model is not pulled, the machine is not allowed', async () => {
    const { server, generator } = await setUp();
    await server.stop();
    const remedy = async (asked: typeof generator) => {
      const error = errorOf(await ask(asked));
      return isCuboError(error, 'CUBO_GENERATOR_FAILED') ? error.remedy : error;
    };
    expect(await remedy(generator)).toContain('ollama serve');
    const { generator: other } = await setUp({}, { model: 'llama9' });
    expect(await remedy(other)).toContain('ollama pull llama9');
    await expect(other.load?.()).rejects.toMatchObject({ code: 'CUBO_GENERATOR_FAILED' });
    const far = ollamaGenerator({ model: 'qwen3', baseUrl: 'http://192.0.2.1:11434' });
    expect(await remedy(far)).toContain("allow: ['192.0.2.1:11434']");
  });
});

test.each(['gpt-oss:120b-cloud', 'borrowed'])(
  '%s, which Ollama has elsewhere, is asked only if that is allowed',
  async (model) => {
    const { generator, chats } = await setUp({}, { model });
    for (let i = 0; i < 2; i++) {
      const error = errorOf(await ask(generator));
      expect(error).toMatchObject({
        code: 'CUBO_GENERATOR_FAILED',
        summary: expect.stringContaining('ollama.com:443 was not contacted'),
      });
    }
    expect(chats()).toEqual([]);
    const events = await withNetwork({ purpose: 'a test', allow: ['ollama.com'] }, () => ask(generator));
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  },
);

test('an abort ends the stream with its reason, before the answer and within', async () => {
  const reason = new Error('enough');
  const { generator } = await setUp({ slow: true });
  const controller = new AbortController();
  const stream = generator.generate(question, { signal: controller.signal });
  const read = async () => {
    for await (const { type } of stream) if (type === 'thinking') controller.abort(reason);
  };
  await expect(read()).rejects.toBe(reason);
  const { generator: silent } = await setUp({ hang: true });
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(reason), 20);
  await expect(ask(silent, {}, waiting.signal)).rejects.toBe(reason);
});

test.each<[Record<string, unknown>, RegExp]>([
  [{ model: '' }, /option model/],
  [{ contextWindow: 0 }, /option contextWindow/],
  [{ baseUrl: 'ftp://gpu.lan' }, /baseUrl/],
  [{ baseUrl: 'http://me:secret@gpu.lan' }, /^(?!.*secret).*baseUrl/],
  [{ keepalive: 5 }, /Did you mean keepAlive/],
])('%j is refused', (options, message) => {
  expect(() => ollamaGenerator({ model: 'qwen3', ...options })).toThrow(message);
});
