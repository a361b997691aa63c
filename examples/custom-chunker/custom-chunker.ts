// #region use
import { createCubo } from '@cubo/core';
import { clauseChunker } from './clause-chunker.ts';

const cubo = await createCubo({ path: './my-library', chunker: clauseChunker() });
await cubo.ingest('./documents');
const [hit] = await cubo.search('When is the deposit returned?', { mode: 'sparse' });
await cubo.close();
// #endregion

console.log(hit?.text, hit?.locator);
if (!hit?.text.startsWith('§ 2 Deposit') || !hit.text.endsWith('handed over.'))
  throw new Error('The hit is not the clause.');
if (hit.locator.kind !== 'lines' || hit.locator.lines.join() !== '7,10') throw new Error('The lines differ.');

// #region conformance
import { chunkerConformance } from '@cubo/contracts/testing';

const checks = chunkerConformance({ create: clauseChunker });
for (const check of checks) await check.run();
console.log(`${checks.length} checks of the chunker contract hold`);
// #endregion
