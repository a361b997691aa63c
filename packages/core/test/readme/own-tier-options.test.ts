import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { afterAll, expect, test } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'cubo-own-tier-'));
const path = join(folder, 'library');
const documents = join(folder, 'documents');
await writeFile(documents, 'Notice is three months.\n');
const embedder = hashingEmbedder({ dimensions: 256 });

// #region options
import { createCubo } from '@cubo/core';
import { openTieredVectors } from '@cubo/index-tiered';

const cubo = await createCubo({
  path,
  embedder,
  memory: { budgetMiB: 1024 },
  vectorTier: (context) =>
    openTieredVectors({
      ...context,
      encoding: 'float16',
      hot: { capacity: 200_000 },
      cold: { recall: 0.98 },
      background: false,
    }),
});
// #endregion

afterAll(async () => {
  await cubo.close();
  await rm(folder, { recursive: true, force: true });
});

test('a library keeps its vectors by the options of the host', async () => {
  await cubo.ingest(documents);
  const [hit] = await cubo.search('How long is the notice?');
  expect(hit).toMatchObject({ text: 'Notice is three months.' });
});

test('who opens it by another encoding is told by which, and an ingest changes nothing', async () => {
  const other = await createCubo({ path, embedder });
  try {
    await expect(other.search('notice')).rejects.toMatchObject({
      code: 'CUBO_INDEX_CORRUPT',
      remedy: expect.stringContaining("Open it with encoding: 'float16'"),
    });
    await expect(other.ingest(documents)).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
  } finally {
    await other.close();
  }
  expect((await cubo.search('How long is the notice?')).length).toBe(1);
});

test('a library whose other options change keeps its vectors', async () => {
  const other = await createCubo({
    path,
    embedder,
    vectorTier: (context) => openTieredVectors({ ...context, encoding: 'float16', hot: { scanBytes: 0 } }),
  });
  try {
    await other.ingest(documents);
    expect((await other.status()).dense).toMatchObject({ chunks: 1, coverage: 1 });
    expect((await other.search('How long is the notice?')).length).toBe(1);
  } finally {
    await other.close();
  }
});
