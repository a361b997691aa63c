// #region quickstart
import { createCubo } from '@cubo/core';

const cubo = await createCubo({ path: './my-library' });
for await (const event of cubo.ingest('./documents')) console.log(event.type);
const hits = await cubo.search('What is the notice period?', { limit: 7 });
const answer = await cubo.ask('What is the notice period?');
await cubo.close();
// #endregion

for (const hit of hits) console.log(hit.score.toFixed(2), hit.source, hit.locator);
console.log(answer.text);
for (const { number, source, quote } of answer.citations) console.log(`[${number}] ${source}: ${quote}`);
if (answer.citations.length === 0) throw new Error('The question was not answered.');
