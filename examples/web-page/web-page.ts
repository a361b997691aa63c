import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCubo, isCuboError } from '@cubo/core';

// Pass the URL of a page. Without one this shows that an address of this machine is refused.
const url = process.argv[2] ?? 'http://127.0.0.1/admin';
const path = await mkdtemp(join(tmpdir(), 'cubo-web-page-'));

// #region import
const cubo = await createCubo({ path, network: true });
try {
  const page = await cubo.webPage(url, { metadata: { category: 'Web' } });
  await cubo.ingest([page]);
} catch (error) {
  if (!isCuboError(error, 'CUBO_NETWORK_REFUSED') && !isCuboError(error, 'CUBO_NETWORK_FAILED')) throw error;
  console.warn(error.message);
}
// #endregion

for (const { uri, title, metadata } of cubo.documents()) console.log(uri, title, metadata);
await cubo.close();
await rm(path, { recursive: true });
