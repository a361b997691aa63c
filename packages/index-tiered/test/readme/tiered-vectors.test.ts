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
await tier.close();
// #endregion

test('the README finds what it says', () => {
  expect(hits).toMatchObject([{ id: 1, score: expect.closeTo(0.45, 1) }]);
});
