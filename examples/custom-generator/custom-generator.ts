import { startTinyServer } from './tiny-server.ts';

const server = await startTinyServer();
const { url } = server;

// #region use
import { createCubo } from '@cubo/core';
import { localGenerator } from './local-generator.ts';

const cubo = await createCubo({ path: './my-library', generator: localGenerator({ url }) });
for await (const event of cubo.ingest('./documents')) console.log(event.type);
const { text, citations } = await cubo.ask('When must the tenant give notice?');
// #endregion

console.log(text);
for (const { number, source, quote } of citations) console.log(`[${number}] ${source}: ${quote}`);
if (!text.includes('three months') || !citations[0]?.quote.includes('three months')) {
  throw new Error('The question was not answered with the place it rests on.');
}

// #region conformance
import { generatorConformance } from '@cubo/contracts/testing';

const checks = generatorConformance({ create: () => localGenerator({ url }) });
for (const check of checks) await check.run();
console.log(`${checks.length} checks of the generator contract hold`);
// #endregion

await server.close();

// #region failure
import { isCuboError } from '@cubo/core';

try {
  await cubo.ask('Where are the keys?');
} catch (error) {
  if (!isCuboError(error, 'CUBO_GENERATOR_FAILED')) throw error;
  console.log(error.message);
}
// #endregion
await cubo.close();
