import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

const directory = temporaryDirectory();
const embedder = hashingEmbedder({ dimensions: 256 });

// #region tiered
import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer } from '@cubo/library';

const tier = await openTieredVectors({ directory, files: nodeFileLayer, dimensions: 256 });
const vectors = await embedder.embedDocuments(['Notice is three months.', 'A wall stands.']);
await tier.add({ ids: [1, 2], vectors }); // searchable at once
await tier.flush(); // durable, and visible to other processes after their refresh()
const query = await embedder.embedQuery('How many months of notice?');
const hits = await tier.search(query, { limit: 10 }); // [{ id: 1, score: … }]

// #endregion

// #region change
import { chunkSetFromIds } from '@cubo/contracts';

const first = await tier.search(query, { limit: 10, filter: chunkSetFromIds([1]) }); // of these alone
await tier.remove(chunkSetFromIds([2])); // out of all results at once
await tier.optimize(); // flushes, and makes what is due to be made: graph, cold segments
console.log(tier.stats().parts); // [{ part: 'scan', chunks: 1 }]
await tier.close(); // does not flush
// #endregion

test('the README finds what it says', () => {
  expect(hits).toMatchObject([{ id: 1, score: expect.closeTo(0.45, 1) }]);
  expect(first.map(({ id }) => id)).toEqual([1]);
});

test('what was removed before the index was closed is gone when it is opened again', async () => {
  const again = await openTieredVectors({ directory, files: nodeFileLayer, dimensions: 256 });
  expect(again.stats()).toMatchObject({ chunks: 1, parts: [{ part: 'scan', chunks: 1 }] });
  await again.close();
});
