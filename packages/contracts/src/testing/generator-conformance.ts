import assert from 'node:assert/strict';
import type { GenerationEvent, GenerationRequest, GenerationTool, Generator, JsonSchema } from '../models/generator.ts';
import { assertAborts } from './assert-aborts.ts';
import { collect } from './collect.ts';
import type { ConformanceCheck } from './conformance-check.ts';

/** What {@link generatorConformance} needs. */
export interface GeneratorConformanceOptions {
  /** Makes the generator under test; called anew for each check. */
  create(): Generator | Promise<Generator>;
}

const question = 'When must the tenant give notice?';

const passages: GenerationRequest['passages'] = [
  {
    number: 1,
    kind: 'prose',
    text: 'The tenant must give notice three months before the end.',
    label: 'lease.pdf, page 2',
    score: 2,
  },
  { number: 2, kind: 'prose', text: 'Notice is given in writing.', label: 'lease.pdf, page 3', score: 1 },
];

const answerable: GenerationRequest = {
  question,
  passages,
  messages: [
    { role: 'system', content: 'Answer from the passages.' },
    { role: 'user', content: `${passages.map(({ number, text }) => `[${number}] ${text}`).join('\n')}\n\n${question}` },
  ],
};

const requests: readonly (readonly [name: string, request: GenerationRequest])[] = [
  ['a question with passages', answerable],
  ['a question without passages', { question, passages: [], messages: [{ role: 'user', content: question }] }],
  ['an empty question', { question: '', passages, messages: [{ role: 'user', content: '' }] }],
];

const tool: GenerationTool = {
  name: 'search',
  description: 'Finds passages of the documents. Call it before you answer.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

const withTools: GenerationRequest = {
  ...answerable,
  tools: [tool],
  messages: [
    ...answerable.messages,
    { role: 'assistant', content: '', toolCalls: [{ id: 'call-1', name: 'search', input: { query: 'notice' } }] },
    { role: 'tool', content: 'Notice is given in writing.', call: { id: 'call-1', name: 'search' } },
  ],
};

const schema: JsonSchema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };

function isAnswer(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { answer?: unknown }).answer === 'string';
  } catch {
    return false;
  }
}

/** A black PNG of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

const withImage: GenerationRequest = {
  question,
  passages: [],
  messages: [
    { role: 'user', content: question, images: [{ mediaType: 'image/png', bytes: Buffer.from(pixel, 'base64') }] },
  ],
};

/** The events of a stream that ends well. */
async function finished(generator: Generator, request: GenerationRequest): Promise<GenerationEvent[]> {
  const events = await collect(generator.generate(request));
  const end = events.at(-1);
  assert.equal(end?.type, 'finish', `it did not finish: ${end?.type === 'error' ? end.error.message : end?.type}`);
  return events;
}

/** The checks that every {@link Generator} must pass. Generators that need a running server need it here too. */
export function generatorConformance({ create }: GeneratorConformanceOptions): ConformanceCheck[] {
  const check = (name: string, run: (generator: Generator) => Promise<void>): ConformanceCheck => ({
    name,
    run: async () => run(await create()),
  });
  return [
    check('describes itself', async ({ id, contextWindow, capabilities }) => {
      assert.ok(id.trim() !== '', 'the id is empty');
      assert.ok(contextWindow > 0, 'contextWindow must be positive');
      for (const name of ['tools', 'images', 'thinking', 'jsonSchema'] as const) {
        assert.equal(typeof capabilities[name], 'boolean', `capabilities.${name} must be true or false`);
      }
    }),
    check('ends with exactly one finish or error', async (generator) => {
      for (const [what, request] of requests) {
        const types = (await collect(generator.generate(request))).map(({ type }) => type);
        const ends = types.filter((type) => type === 'finish' || type === 'error');
        assert.equal(ends.length, 1, `${what}: ${ends.length} events end the stream, not one`);
        assert.equal(types.at(-1), ends[0], `${what}: events follow the ${ends[0]}`);
      }
    }),
    check('yields well-formed events', async (generator) => {
      for (const [what, request] of requests) {
        for (const event of await collect(generator.generate(request))) assertEvent(event, what);
      }
    }),
    check('answers a question with passages', async (generator) => {
      const events = await collect(generator.generate(answerable));
      const failure = events.find((event) => event.type === 'error');
      assert.equal(failure, undefined, `it ended with an error: ${failure?.error.message}`);
      const spoke = events.some((event) => event.type === 'tool-call' || (event.type === 'text' && event.text !== ''));
      assert.ok(spoke, 'it said nothing and called no tool');
    }),
    check('finishes with tool-calls if it called a tool, and only then', async (generator) => {
      for (const [what, request] of [...requests, ['a request with tools', withTools] as const]) {
        const events = await collect(generator.generate(request));
        const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event] : []));
        const end = events.at(-1);
        if (end?.type !== 'finish' || end.reason === 'length') continue;
        assert.equal(
          end.reason === 'tool-calls',
          calls.length > 0,
          `${what}: ${calls.length} calls end with ${end.reason}`,
        );
        const ids = new Set(calls.map(({ id }) => id));
        assert.equal(ids.size, calls.length, `${what}: two tool calls have the same id`);
      }
    }),
    check('calls tools that it was given, and goes on from what they gave', async (generator) => {
      if (!generator.capabilities.tools) return;
      for (const event of await finished(generator, withTools)) {
        if (event.type !== 'tool-call') continue;
        assert.equal(event.name, tool.name, 'it called a tool that it was not given');
        assert.ok(typeof event.input === 'object' && event.input !== null, 'the input of its tool call is no object');
      }
    }),
    check('answers by a schema', async (generator) => {
      if (!generator.capabilities.jsonSchema) return;
      const events = await finished(generator, { ...answerable, responseSchema: schema });
      const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
      assert.ok(isAnswer(text), `its answer is not by the schema: ${text.slice(0, 200)}`);
    }),
    check('is shown an image', async (generator) => {
      if (!generator.capabilities.images) return;
      await finished(generator, withImage);
    }),
    check('keeps to the most tokens it may answer with', async (generator) => {
      const events = await collect(generator.generate({ ...answerable, maximumOutputTokens: 8 }));
      for (const event of events) {
        if (event.type === 'usage') assert.ok(event.outputTokens <= 8, `${event.outputTokens} tokens, of 8 allowed`);
      }
    }),
    check('answers questions at the same time', async (generator) => {
      const streams = await Promise.all(
        [answerable, answerable].map((request) => collect(generator.generate(request))),
      );
      for (const events of streams) assert.equal(events.at(-1)?.type, 'finish', 'a stream did not finish');
    }),
    check('can be left early and asked again', async (generator) => {
      for await (const event of generator.generate(answerable)) {
        assert.ok(event);
        break;
      }
      assert.equal((await collect(generator.generate(answerable))).at(-1)?.type, 'finish', 'it did not finish');
    }),
    check('honours an aborted signal', (generator) =>
      assertAborts(async (signal) => {
        const events = await collect(generator.generate(answerable, { signal }));
        // An error event is the other way to end a stream that was aborted.
        for (const event of events) if (event.type === 'error') throw signal.reason;
      }, 'generate()'),
    ),
    check('answers again after unload()', async (generator) => {
      await generator.load?.();
      await generator.unload?.();
      assert.equal((await collect(generator.generate(answerable))).at(-1)?.type, 'finish', 'it did not finish');
    }),
  ];
}

function assertEvent(event: GenerationEvent, what: string): void {
  switch (event.type) {
    case 'text':
    case 'thinking':
      assert.equal(typeof event.text, 'string', `${what}: the text of ${event.type} must be a string`);
      break;
    case 'tool-call':
      assert.ok(event.id !== '' && event.name !== '', `${what}: a tool call needs an id and a name`);
      break;
    case 'usage':
      for (const tokens of [event.inputTokens, event.outputTokens]) {
        assert.ok(Number.isFinite(tokens) && tokens >= 0, `${what}: ${tokens} is not a number of tokens`);
      }
      break;
    case 'finish':
      assert.ok(['stop', 'length', 'tool-calls'].includes(event.reason), `${what}: the reason ${event.reason}`);
      break;
    case 'error':
      assert.ok(event.error instanceof Error, `${what}: the error must be an Error`);
      break;
    default:
      assert.fail(`${what}: ${(event as { type: string }).type} is not a type of event`);
  }
}
