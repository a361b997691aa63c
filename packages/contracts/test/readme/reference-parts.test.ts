// #region parts
import {
  hashingEmbedder,
  manualClock,
  memorySource,
  memorySparseIndex,
  memoryVectorTier,
  scriptedGenerator,
} from '@cubo/contracts/testing';

const source = memorySource({ name: 'notes.md', bytes: '# Notes' });
const embedder = hashingEmbedder({ dimensions: 64 }); // texts that share words are near each other
const tier = memoryVectorTier({ dimensions: embedder.dimensions }); // compares the query with every vector
const index = memorySparseIndex(); // scores every text by BM25
const generator = scriptedGenerator({ script: 'Three months [1].' }); // says what it is told to say
const clock = manualClock(); // stands still until `await clock.advance(milliseconds)`

// #endregion

import { expect, test } from 'vitest';

test('the reference parts work together', async () => {
  const texts = ['Notice is three months.', 'The wall is of granite.'];
  await tier.add({ ids: [1, 2], vectors: await embedder.embedDocuments(texts) });
  await index.add(texts.map((text, i) => ({ id: i + 1, text })));
  const question = 'How many months of notice?';
  const [dense] = await tier.search(await embedder.embedQuery(question), { limit: 1 });
  const [sparse] = await index.search(question, { limit: 1 });
  expect([dense?.id, sparse?.id]).toEqual([1, 1]);

  const events = [];
  for await (const event of generator.generate({ question, passages: [], messages: [] })) events.push(event);
  expect(events).toEqual([
    { type: 'text', text: 'Three months [1].' },
    { type: 'finish', reason: 'stop' },
  ]);
  const due = new Promise<number>((resolve) => clock.schedule(5000, () => resolve(clock.now())));
  await clock.advance(6000);
  expect(await due).toBe(5000);
  for await (const bytes of source.open()) expect(new TextDecoder().decode(bytes)).toBe('# Notes');
});
