import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeModel } from './make-model.ts';

// The folder of a model of yours, or a tiny one that is made here.
const scratch = await mkdtemp(join(tmpdir(), 'cubo-model2vec-'));
const directory = process.argv[2] ?? join(scratch, 'model');
if (process.argv[2] === undefined) await makeModel(directory);
const path = join(scratch, 'library');

// #region use
import { createCubo } from '@cubo/core';
import { model2vecEmbedder } from '@cubo/models/model2vec';

const embedder = await model2vecEmbedder({ directory });
const cubo = await createCubo({ path, embedder });
for await (const event of cubo.ingest('./documents')) console.log(event.type);
const [hit] = await cubo.search('puppy', { limit: 1 });
await cubo.close();
// #endregion

console.log(`${embedder.id}, ${embedder.dimensions} dimensions: ${hit?.text}`);
await rm(scratch, { recursive: true });
if (!hit?.text.includes('Dogs')) throw new Error('The meaning of the word was not found.');
