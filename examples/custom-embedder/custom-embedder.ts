// #region use
import { createCubo } from '@cubo/core';
import { trigramEmbedder } from './trigram-embedder.ts';

const cubo = await createCubo({ path: './my-library', embedder: trigramEmbedder() });
for await (const event of cubo.ingest('./documents')) console.log(event.type);
const [hit] = await cubo.search('bycicle celler', { limit: 1 });
await cubo.close();
// #endregion

console.log(hit?.text);
if (!hit?.text.includes('Bicycles')) throw new Error('The misspelt words were not understood.');

// #region conformance
import { embedderConformance } from '@cubo/contracts/testing';

const checks = embedderConformance({ create: trigramEmbedder });
for (const check of checks) await check.run();
console.log(`${checks.length} checks of the embedder contract hold`);
// #endregion
