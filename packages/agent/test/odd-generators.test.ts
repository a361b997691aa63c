import { expect, test } from 'vitest';
import { openAgent } from './helpers/open-agent.ts';
import { roundsGenerator } from './helpers/rounds-generator.ts';

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
