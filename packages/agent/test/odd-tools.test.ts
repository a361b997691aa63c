import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defineTool } from '../src/index.ts';
import { collect, openAgent } from './helpers/open-agent.ts';
import { calls, roundsGenerator } from './helpers/rounds-generator.ts';

const anything = {
  inputSchema: { type: 'object' },
  input: { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } },
};

test('what a tool shows after it was given up is no source, and nothing comes behind the end of a turn', async () => {
  const passage = { title: 'Late', text: 'Too late.', kind: 'prose' as const };
  const locator = { kind: 'characters' as const, start: 0, end: 9 };
  const shown = Promise.withResolvers<void>();
  const late = defineTool({
    ...{ name: 'late', description: 'Comes late', timeoutMilliseconds: 20, ...anything },
    async execute(_input, { show, signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await setTimeout(1);
      show([{ ...passage, source: 'late:while-the-turn-runs', locator }]);
      await setTimeout(100);
      show([{ ...passage, source: 'late:behind-its-end', locator }]);
      shown.resolve();
    },
  });
  const generator = roundsGenerator([calls(['late', {}]), [() => setTimeout(20), { type: 'finish', reason: 'stop' }]]);
  const { agent } = await openAgent(generator, { tools: [late] });
  const conversation = await agent.conversation();
  await conversation.send('Go');
  await shown.promise;
  const types = (await collect(conversation.events())).map(({ type }) => type);
  expect(types).toEqual(['start', 'tool-call', 'tool-result', 'memory', 'usage', 'finish']);
});

test('whatever a tool gives or throws is told to the model', async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const giving = {
    cycle: () => cycle,
    bigint: () => 5n,
    symbol: () => Symbol('x'),
    nothing: () => undefined,
    null: () => Promise.reject(null),
    nameless: () => Promise.reject(Object.create(null)),
  };
  const tools = Object.entries(giving).map(([name, execute]) => {
    return defineTool({ name, description: name, ...anything, execute });
  });
  const generator = roundsGenerator([calls(...Object.keys(giving).map((name) => [name, {}] as const)), 'Done.']);
  const { agent } = await openAgent(generator, { tools });
  const turn = await (await agent.conversation()).send('Go');
  expect(turn.calls.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'done', 'done', 'failed', 'failed']);
  expect(turn.calls.map(({ content }) => content).slice(2)).toEqual([
    'Done.',
    'Done.',
    'Error: null',
    'Error: what was thrown has no text',
  ]);
  expect(turn).toMatchObject({ answer: 'Done.', finish: 'stop' });
});
