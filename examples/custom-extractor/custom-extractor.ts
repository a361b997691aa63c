// #region use
import { createCubo } from '@cubo/core';
import { icsExtractor } from './ics-extractor.ts';

const cubo = await createCubo({ path: './my-library', extractors: [icsExtractor()] });
for await (const event of cubo.ingest('./documents')) console.log(event.type);
const [hit] = await cubo.search('When does the technician need access?');
await cubo.close();
// #endregion

console.log(hit?.text);
if (!hit?.text.includes('20270104')) throw new Error('The calendar was not found.');

// #region conformance
import { readFile } from 'node:fs/promises';
import { extractorConformance } from '@cubo/contracts/testing';

const checks = extractorConformance({
  create: icsExtractor,
  sources: [
    { name: 'holidays.ics', bytes: await readFile('./documents/holidays.ics'), contains: ['Boiler inspection'] },
  ],
});
for (const check of checks) await check.run();
console.log(`${checks.length} checks of the extractor contract hold`);
// #endregion
