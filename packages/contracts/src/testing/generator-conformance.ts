import assert from 'node:assert/strict';
import type { GenerationEvent, GenerationRequest, Generator } from '../models/generator.ts';
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
