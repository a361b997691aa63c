import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { afterAll, describe, expect, test } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'cubo-vector-tiers-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const embedder = hashingEmbedder({ dimensions: 256 });
const path = join(folder, 'library');
const documents = join(folder, 'documents');
await writeFile(documents, 'Notice is three months.\n');

// Packages are looked for in the application as well: here it is the folder that has them, where there is one.
const application = process.env.CUBO_ADAPTER_PACKAGES;
if (application !== undefined) process.chdir(application);
const lacks = (name: string) => !existsSync(join(application ?? folder, 'node_modules', name));

// #region usearch
import { createCubo } from '@cubo/core';
import { openUsearchTier } from '@cubo/index-tiered/usearch';

const cubo = await createCubo({ path, embedder, vectorTier: (context) => openUsearchTier(context) });

// #endregion

// #region faiss
import { openFaissTier } from '@cubo/index-tiered/faiss';

const factory = 'IVF256,PQ32np';
const other = await createCubo({ path, embedder, vectorTier: (context) => openFaissTier({ ...context, factory }) });
// #endregion

describe('a library with vectors of the', () => {
  test.skipIf(lacks('usearch'))('usearch tier', async () => {
    await cubo.ingest(documents);
    const [hit] = await cubo.search('How long is the notice?');
    expect(hit).toMatchObject({ text: 'Notice is three months.' });
    expect((await cubo.status()).dense).toMatchObject({ chunks: 1 });
  });
  test.skipIf(lacks('faiss-node') || lacks('usearch'))('FAISS tier, which takes them over', async () => {
    expect((await other.status()).dense).toMatchObject({ chunks: 1 });
    const [hit] = await other.search('How long is the notice?');
    expect(hit).toMatchObject({ text: 'Notice is three months.' });
  });
  afterAll(async () => {
    await cubo.close();
    await other.close();
  });
});
