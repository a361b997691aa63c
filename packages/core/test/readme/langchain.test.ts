import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'cubo-langchain-'));
const path = join(folder, 'library');
await writeFile(join(folder, 'lease.txt'), 'The notice period is three months.');

// #region retriever
import { createCubo } from '@cubo/core';
import { cuboRetriever } from '@cubo/core/langchain';

const cubo = await createCubo({ path });
await cubo.ingest(folder);
const retriever = cuboRetriever({ cubo, limit: 5, mode: 'hybrid' });
for (const { pageContent, metadata } of await retriever.invoke('How long is the notice?'))
  console.log(metadata.source, metadata.locator, metadata.score, pageContent);
// #endregion

const found = await retriever.invoke('notice');
await cubo.close();
await rm(folder, { recursive: true, force: true });

test('the guide finds passages by the retriever', () => {
  expect(found.map(({ pageContent }) => pageContent)).toEqual(['The notice period is three months.']);
});
