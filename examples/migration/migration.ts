import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trigramEmbedder } from '../custom-embedder/trigram-embedder.ts';

const scratch = await mkdtemp(join(tmpdir(), 'cubo-migration-'));
const path = join(scratch, 'library');

// A library whose vectors are of one embedder.
const before = await createCubo({ path, embedder: trigramEmbedder({ dimensions: 512 }) });
await before.ingest('./documents');
await before.close();

// #region migrate
import { createCubo } from '@cubo/core';

const cubo = await createCubo({
  path,
  embedder: trigramEmbedder({ dimensions: 2048 }),
  // Searches ask it until the other one has embedded all. The default embedder need not be given here.
  previousEmbedder: trigramEmbedder({ dimensions: 512 }),
});
for await (const event of cubo.migrate()) {
  if (event.type !== 'embedding') continue;
  const { dense, migration } = await cubo.status();
  console.log(`${event.done} of ${event.total} embedded`, dense?.dimensions, migration?.coverage); // 512 until it is done
  const [hit] = await cubo.search('bycicle celler');
  console.log(hit?.title);
}
const { dense } = await cubo.status();
console.log(`now ${dense?.dimensions} dimensions`); // now 2048 dimensions
// #endregion

const [hit] = await cubo.search('bycicle celler', { mode: 'dense' });
await cubo.close();
await rm(scratch, { recursive: true });
if (dense?.dimensions !== 2048 || !hit?.text.includes('Bicycles')) throw new Error('The library has not moved on.');
