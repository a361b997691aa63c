import type { LanguageModelV2StreamPart, LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { GenerationEvent, GenerationRequest, Generator } from '@cubo/contracts';
import { generatorConformance } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { type AiSdkLanguageModel, aiSdkGenerator } from '../../src/ai-sdk.ts';
import { answers, finishV3, languageModels } from './scripted-models.ts';

const versions = ['v2', 'v3', 'v4'] as const;
const request: GenerationRequest = {
  question: 'When?',
  passages: [],
  messages: [
    { role: 'system', content: 'Answer from the passages.' },
    { role: 'user', content: 'When?' },
    { role: 'assistant', content: 'In spring.' },
    { role: 'user', content: 'Sure?' },
  ],
};

async function collect(model: AiSdkLanguageModel, signal?: AbortSignal): Promise<GenerationEvent[]> {
  return await eventsOf(aiSdkGenerator(model, { contextWindow: 8192 }), signal);
}

async function eventsOf(generator: Generator, signal?: AbortSignal): Promise<GenerationEvent[]> {
  const events: GenerationEvent[] = [];
  for await (const event of generator.generate(request, { signal })) events.push(event);
  return events;
}

const streamed = (...parts: LanguageModelV4StreamPart[]) => languageModels({ v4: parts }).v4;
const says = (delta: string) => ({ type: 'text-delta', id: 't', delta }) as const;
const failure = (message: string) => ({ type: 'error', error: expect.objectContaining({ message }) });

describe.each(versions)('a model of version %s keeps the contract', (version) => {
  const capabilities = { tools: true, images: true, thinking: true };
  for (const { name, run } of generatorConformance({
    create: () => aiSdkGenerator(languageModels()[version], { contextWindow: 8192, capabilities }),
  }))
    test(name, run);
});

describe('a model that answers by a schema keeps the contract', () => {
  for (const { name, run } of generatorConformance({
    create: () =>
      aiSdkGenerator(streamed(says('{"answer":"in writing"}'), finishV3('stop')), {
        ...{ contextWindow: 8192, capabilities: { jsonSchema: true } },
      }),
  }))
    test(name, run);
});

test.each(versions)('version %s: all kinds of events come in their order', async (version) => {
  expect(await collect(languageModels()[version])).toEqual([
    { type: 'thinking', text: 'The lease ' },
    { type: 'thinking', text: 'says it.' },
    { type: 'text', text: 'Three months' },
    { type: 'text', text: ' [1].' },
    { type: 'tool-call', id: 'call-1', name: 'search', input: { query: 'notice' } },
    { type: 'usage', inputTokens: 20, outputTokens: 7 },
    { type: 'finish', reason: 'tool-calls' },
  ]);
});

test('messages and settings reach the model as it wants them', async () => {
  const { v4, calls } = languageModels();
  const generator = aiSdkGenerator(v4, {
    ...{ contextWindow: 4096, maximumOutputTokens: 300, temperature: 0 },
    ...{ providerOptions: { parrot: { effort: 'low' } }, capabilities: { thinking: true } },
  });
  expect(generator).toMatchObject({ id: 'scripted.chat:parrot', contextWindow: 4096 });
  expect(generator.capabilities).toEqual({ tools: false, images: false, thinking: true, jsonSchema: false });
  const { signal } = new AbortController();
  await eventsOf(generator, signal);
  expect(calls).toEqual([
    {
      prompt: [
        { role: 'system', content: 'Answer from the passages.' },
        { role: 'user', content: [{ type: 'text', text: 'When?' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'In spring.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Sure?' }] },
      ],
      maxOutputTokens: 300,
      temperature: 0,
      providerOptions: { parrot: { effort: 'low' } },
      abortSignal: signal,
    },
  ]);
  await collect(v4);
  expect(Object.keys(calls[1] ?? {})).toEqual(['prompt']);
});

test.each([
  ['stop', true, 'tool-calls'],
  ['tool-calls', true, 'tool-calls'],
  ['tool-calls', false, 'stop'],
  ['length', true, 'length'],
] as const)('the end %s, with a call: %s', async (said, hasCalled, reason) => {
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'search', input: '{}' } as const;
  const called = hasCalled ? call : { ...call, providerExecuted: true };
  expect((await collect(streamed(called, finishV3(said)))).at(-1)).toEqual({ type: 'finish', reason });
});

test.each([
  ['stop', { type: 'finish', reason: 'stop' }],
  ['length', { type: 'finish', reason: 'length' }],
  ['other', { type: 'finish', reason: 'stop' }],
  ['content-filter', failure("the provider's filter withheld the answer")],
  ['error', failure('the provider ended the answer with an error')],
  ['interrupted', failure('its answer broke off')],
  ['unknown', failure('its answer broke off')],
] as const)('the end %s', async (reason, event) => {
  const { type, usage } = finishV3('stop');
  const finish = { type, usage, finishReason: { unified: reason, raw: undefined } } as LanguageModelV4StreamPart;
  expect((await collect(streamed(says('Yes.'), finish))).at(-1)).toEqual(event);
  const old = { type, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, finishReason: reason };
  const { v2 } = languageModels({ v2: [says('Yes.'), old as LanguageModelV2StreamPart] });
  expect((await collect(v2)).at(-1)).toEqual(event);
});

test.each([
  [undefined, undefined, []],
  [3, undefined, [{ type: 'usage', inputTokens: 3, outputTokens: 0 }]],
  [undefined, 4, [{ type: 'usage', inputTokens: 0, outputTokens: 4 }]],
  [Number.NaN, 4, [{ type: 'usage', inputTokens: 0, outputTokens: 4 }]],
])('tokens that are not counted are not told: %s, %s', async (inputTokens, outputTokens, events) => {
  const finish = { type: 'finish', finishReason: 'stop', usage: { inputTokens, outputTokens, totalTokens: undefined } };
  const { v2 } = languageModels({ v2: [finish as LanguageModelV2StreamPart] });
  expect((await collect(v2)).slice(0, -1)).toEqual(events);
});

test.each([
  ['', {}],
  ['{"query":', '{"query":'],
  [{ query: 1 }, { query: 1 }],
])('input of a tool as it may be: %j', async (input, expected) => {
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'search', input } as LanguageModelV4StreamPart;
  expect(await collect(streamed(call, finishV3('tool-calls')))).toContainEqual(
    expect.objectContaining({ type: 'tool-call', input: expected }),
  );
});

describe('what fails ends the stream with one error', () => {
  const failed = new Error('overloaded');

  test('a call that is refused', async () => {
    const model = { ...languageModels().v4, doStream: () => Promise.reject(failed) };
    expect(await collect(model)).toEqual([{ type: 'error', error: failed }]);
  });

  test('a call that throws', async () => {
    const doStream = () => {
      throw failed;
    };
    expect(await collect({ ...languageModels().v4, doStream })).toEqual([{ type: 'error', error: failed }]);
    const rejects = () => Promise.reject('no');
    expect(await collect({ ...languageModels().v4, doStream: rejects })).toEqual([failure('no')]);
  });

  test.each([
    [failed, 'overloaded'],
    ['overloaded', 'overloaded'],
    [{ message: 'overloaded' }, 'overloaded'],
    [{ type: 'overloaded_error' }, 'the provider reported an error'],
  ])('an error in the stream: %j', async (error, message) => {
    const { v4, cancelled } = languageModels({
      v4: [says('Ye'), { type: 'error', error }, says('s'), finishV3('stop')],
    });
    expect(await collect(v4)).toEqual([{ type: 'text', text: 'Ye' }, failure(message)]);
    expect(cancelled).toHaveLength(1);
  });

  test('a stream that is cut', async () => {
    expect(await collect(streamed(says('Ye')))).toEqual([
      { type: 'text', text: 'Ye' },
      failure('its answer broke off'),
    ]);
  });

  test('a stream that breaks', async () => {
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start: (controller) => controller.enqueue(says('Ye')),
      pull: (controller) => controller.error(failed),
    });
    const model = { ...languageModels().v4, doStream: async () => ({ stream }) };
    expect((await collect(model)).at(-1)).toEqual({ type: 'error', error: failed });
  });
});

test('what follows the end is not heard, and the stream is given up', async () => {
  const { v4, cancelled } = languageModels({ v4: [says('Yes'), finishV3('stop'), says('No')] });
  expect((await collect(v4)).map(({ type }) => type)).toEqual(['text', 'usage', 'finish']);
  expect(cancelled).toHaveLength(1);
});

test('whoever leaves early stops the model', async () => {
  const { v4, cancelled } = languageModels();
  for await (const event of aiSdkGenerator(v4, { contextWindow: 1 }).generate(request)) {
    expect(event.type).toBe('thinking');
    break;
  }
  expect(cancelled).toHaveLength(1);
});

describe('a model that does not heed its signal', () => {
  const reason = new Error('enough');

  test('while it streams', async () => {
    const controller = new AbortController();
    const cancelled: unknown[] = [];
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start: (given) => given.enqueue(says('Ye')),
      cancel: (why) => void cancelled.push(why),
    });
    const model: LanguageModelV4 = { ...languageModels().v4, doStream: async () => ({ stream }) };
    const events: GenerationEvent[] = [];
    const generation = (async () => {
      const generator = aiSdkGenerator(model, { contextWindow: 1 });
      for await (const event of generator.generate(request, { signal: controller.signal })) {
        events.push(event);
        setImmediate(() => controller.abort(reason));
      }
    })();
    await expect(generation).rejects.toBe(reason);
    expect(events).toEqual([{ type: 'text', text: 'Ye' }]);
    expect(cancelled).toHaveLength(1);
  });

  test('before it streams: a stream that comes late is given up', async () => {
    const controller = new AbortController();
    const { v4, cancelled } = languageModels();
    let answer = () => {};
    const model: LanguageModelV4 = {
      ...v4,
      async doStream(options) {
        const result = await v4.doStream({ ...options, abortSignal: undefined as never });
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return result;
      },
    };
    const generation = collect(model, controller.signal);
    await new Promise(setImmediate);
    controller.abort(reason);
    await expect(generation).rejects.toBe(reason);
    expect(cancelled).toHaveLength(0);
    answer();
    await new Promise(setImmediate);
    expect(cancelled).toHaveLength(1);
  });
});

test('the name of a model is refused, and so is what is no model of a known version', () => {
  const { v4 } = languageModels({ v4: answers.v4 });
  for (const [model, says] of [
    ['openai/gpt-5-mini', 'gateway'],
    [null, 'no such model'],
    [{ ...v4, doStream: undefined }, 'no such model'],
    [{ ...v4, specificationVersion: 'v5' }, 'interface v5'],
  ] as const) {
    expect(() => aiSdkGenerator(model as unknown as AiSdkLanguageModel, { contextWindow: 1 })).toThrow(
      expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT', message: expect.stringContaining(says) }),
    );
  }
});

test('settings that make no sense are refused', () => {
  for (const options of [
    undefined,
    {},
    { contextWindow: 0 },
    { contextWindow: 1, window: 1 },
    { contextWindow: 1, maximumOutputTokens: 0.5 },
    { contextWindow: 1, temperature: -1 },
    { contextWindow: 1, temperature: '0' },
    { contextWindow: 1, providerOptions: 'x' },
    { contextWindow: 1, capabilities: { vision: true } },
    { contextWindow: 1, capabilities: { images: 'yes' } },
  ]) {
    expect(() => aiSdkGenerator(languageModels().v4, options as never)).toThrow(
      expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }),
    );
  }
});
