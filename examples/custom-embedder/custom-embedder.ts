// #region use
import { createCubo } from '@cubo/core';
import { trigramEmbedder } from './trigram-embedder.ts';

const cubo = await createCubo({ path: './my-library', embedder: trigramEmbedder() });
for await (const event of cubo.ingest('./documents')) console.log(event.type);
const [hit] = await cubo.search('bycicle celler', { limit: 1 });
// #endregion

// #region vectors
const embedded = await cubo.embed(['Bicycles are kept in the cellar.', 'The bicycle cellar is open.']);
const [one, other] = embedded?.vectors ?? [];
const cosine = one?.reduce((sum, value, i) => sum + value * (other?.[i] ?? 0), 0);
// #endregion
await cubo.close();
if (cosine === undefined || !(cosine > 0.3)) throw new Error(`Texts that are alike have a cosine of ${cosine}.`);

console.log(hit?.text);
if (!hit?.text.includes('Bicycles')) throw new Error('The misspelt words were not understood.');

// #region conformance
import { embedderConformance } from '@cubo/contracts/testing';

const checks = embedderConformance({ create: trigramEmbedder });
for (const check of checks) await check.run();
console.log(`${checks.length} checks of the embedder contract hold`);
// #endregion
