import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textSource } from '@cubo/core';
import { embeddingModel, languageModel } from './scripted-models.ts';

const scratch = await mkdtemp(join(tmpdir(), 'cubo-ai-sdk-'));
const path = join(scratch, 'library');
const lease = textSource({
  uri: 'mail:lease',
  title: 'Lease',
  text: 'The tenant gives notice three months before the end of the lease.',
});

// #region use
import { createCubo } from '@cubo/core';
import { aiSdkEmbedder, aiSdkGenerator } from '@cubo/models/ai-sdk';

const cubo = await createCubo({
  path,
  embedder: aiSdkEmbedder(embeddingModel, { dimensions: 26 }),
  generator: aiSdkGenerator(languageModel, { contextWindow: 32_000 }),
});
for await (const event of cubo.ingest([lease])) console.log(event.type);
const { text, citations } = await cubo.ask('When must the tenant give notice?');
await cubo.close();
// #endregion

console.log(text);
for (const { number, source, quote } of citations) console.log(`[${number}] ${source}: ${quote}`);
await rm(scratch, { recursive: true });
if (!citations[0]?.quote.includes('three months')) throw new Error('The question was not answered with its place.');
