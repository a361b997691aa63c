import { expect, test } from 'vitest';
import { collect, ofType, openAgent } from './helpers/open-agent.ts';
import { roundsGenerator } from './helpers/rounds-generator.ts';

test('a generator that goes on failing is left alone, and the turn tells until when', async () => {
  const generator = roundsGenerator([
    () => {
      throw new Error('connection refused');
    },
  ]);
  const { agent } = await openAgent(generator);
  const conversation = await agent.conversation();
  const errors: string[] = [];
  for (const question of ['One?', 'Two?', 'Three?']) {
    const events = await collect(conversation.send(question));
    errors.push(...ofType(events, 'error').map(({ code, message, remedy }) => `${code}: ${message} ${remedy}`));
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'error' });
  }
  const failed = 'CUBO_GENERATOR_FAILED: The generator rounds failed: connection refused.';
  const remedy = 'Check that its model is running, then ask again.';
  const early = 'It failed 2 times in a row, and is tried again in 1 s.';
  expect(errors).toEqual([`${failed} ${remedy}`, `${failed} ${remedy}`, `${failed} ${early} ${remedy}`]);
  expect(generator.requests).toHaveLength(2);
});
