import type { GenerationEvent } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { collect, ofType, openAgent } from './helpers/open-agent.ts';
import { calls, roundsGenerator } from './helpers/rounds-generator.ts';

test('a turn is cancelled also while its model is being loaded', async () => {
  const generator = roundsGenerator(['Never said.']);
  const loading = Promise.withResolvers<void>();
  const load = () => {
    loading.resolve();
    return new Promise<void>(() => {});
  };
  const { agent } = await openAgent({ ...generator, load });
  const conversation = await agent.conversation();
  const turn = conversation.send('Hello').then(({ finish }) => finish);
  await loading.promise;
  await conversation.stop();
  expect(await turn).toBe('cancelled');
});

const cycle: { self?: unknown } = {};
cycle.self = cycle;
const malformed: readonly (readonly [name: string, event: unknown, reason: string])[] = [
  ['nothing', null, 'something else than an event'],
  ['a text without text', { type: 'text' }, 'its event text has no text'],
  ['a thought that is a number', { type: 'thinking', text: 7 }, 'its event thinking has no text'],
  ['a call without a name', { type: 'tool-call', id: 'a', input: {} }, 'a tool without a name'],
  ['a call without an id', { type: 'tool-call', name: 'calculator', input: {} }, 'without an id'],
  ['a call with a cycle', { type: 'tool-call', id: 'a', name: 'calculator', input: cycle }, 'what JSON cannot tell'],
  ['a call with a bigint', { type: 'tool-call', id: 'a', name: 'calculator', input: 1n }, 'what JSON cannot tell'],
];

test.each(malformed)(
  '%s ends the turn by an error that says so, and nothing of it is kept',
  async (_, event, reason) => {
    const { agent } = await openAgent(roundsGenerator([[event as GenerationEvent], 'Again.']));
    const conversation = await agent.conversation();
    const events = await collect(conversation.send('Hello'));
    const [error] = ofType(events, 'error');
    expect(error).toMatchObject({ code: 'CUBO_GENERATOR_FAILED', message: expect.stringContaining(reason) });
    expect(conversation.history()).toMatchObject([{ answer: '', thinking: '', calls: [], finish: 'error' }]);
    expect(await conversation.send('And now?')).toMatchObject({ answer: 'Again.', finish: 'stop' });
  },
);

test('tokens that a generator does not count cost no answer', async () => {
  const usage = { type: 'usage', inputTokens: Number.NaN, outputTokens: undefined } as unknown as GenerationEvent;
  const { agent } = await openAgent(
    roundsGenerator([[usage, { type: 'text', text: 'Hello.' }, { type: 'finish', reason: 'stop' }]]),
  );
  const turn = await (await agent.conversation()).send('Hello');
  expect(turn).toMatchObject({ answer: 'Hello.', usage: { inputTokens: 0, outputTokens: 0, requests: 1 } });
});

test.each([
  ['many calls', Array.from({ length: 1000 }, (_, i) => ['calculator', { expression: `${i} + 1` }] as const)],
  ['many calls of no tool', Array(1000).fill(['nothing', {}])],
  ['a call with an input that has no room', [['calculator', { expression: '1+'.repeat(100_000) }]]],
])('%s at once: what there is no room for is not called, and the turn goes on', async (_, wanted) => {
  const { agent } = await openAgent(roundsGenerator([calls(...wanted), 'Done.'], { contextWindow: 8192 }));
  const conversation = await agent.conversation();
  const events = await collect(conversation.send('Go'));
  const ids = ofType(events, 'tool-call').map(({ id }) => id);
  expect(ofType(events, 'tool-result').map(({ id }) => id)).toEqual(ids);
  expect(ids.length).toBeLessThan(40);
  const [turn] = conversation.history();
  const leftOut = wanted.length - ids.length;
  expect(turn?.notices[0]?.message).toBe(`There was no room for ${leftOut} more calls of tools.`);
  // With nothing called, there is nothing to ask again about.
  expect(turn).toMatchObject(ids.length > 0 ? { answer: 'Done.', finish: 'stop' } : { finish: 'empty' });
});
