import { expect, test } from 'vitest';
import { fakeOpenAi } from '../helpers/fake-openai.ts';

const { baseUrl } = await fakeOpenAi();

// #region openai-compatible
import { openAiCompatibleGenerator } from '@cubo/models/openai-compatible';

const generator = openAiCompatibleGenerator({ baseUrl, model: 'local', contextWindow: 16_384 });
// #endregion

// #region request
const answer = generator.generate({
  question: 'When must the tenant give notice?',
  passages: [],
  messages: [{ role: 'user', content: 'When must the tenant give notice?' }],
  responseSchema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  maximumOutputTokens: 200,
});
for await (const event of answer) {
  if (event.type === 'text') process.stdout.write(event.text);
  if (event.type === 'error') throw event.error;
}

// #endregion

// #region unknown
import { ollamaEmbedder } from '@cubo/models/ollama';

const embedder = ollamaEmbedder({
  model: 'my-own-model',
  dimensions: 512,
  documentPrefix: 'passage: ',
  queryPrefix: 'query: ',
  contextLength: 512,
  keepAlive: '30m',
});
// #endregion

test('the guide speaks of what is there', () => {
  expect(generator.contextWindow).toBe(16_384);
  expect([embedder.id, embedder.dimensions]).toEqual(['ollama:my-own-model', 512]);
});
