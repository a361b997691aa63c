import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Embedder } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { createCubo, type OpenVectorTier } from '../src/index.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

const documents = {
  'a.txt': 'The harbour is closed in winter.',
  'b.txt': 'The lighthouse was built in 1903.',
  'c.txt': 'The ferry leaves at noon.',
};

async function filled() {
  const opened = await openCubo();
  await writeFiles(opened.documents, documents);
  await finish(opened.cubo.ingest(opened.documents));
  const hits = await opened.cubo.search('ferry at noon');
  await opened.cubo.close();
  return { ...opened, hits, path: join(opened.directory, 'library') };
}

/** Paths of all files below a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test.each(['lexical', 'vectors'])('a damaged %s index is found, named and rebuilt', async (kind) => {
  const { path, hits } = await filled();
  for (const damage of ['flip', 'truncate', 'manifest', 'missing file', 'missing folder'] as const) {
    const files = await filesIn(join(path, 'indexes', kind));
    const manifest = files.find((file) => file.endsWith('manifest.json')) ?? '';
    const data = files.find((file) => !file.endsWith('manifest.json')) ?? '';
    if (damage === 'flip') {
      const bytes = await readFile(data);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(data, bytes);
    }
    if (damage === 'truncate') await truncate(data, 10);
    if (damage === 'manifest') await writeFile(manifest, 'no manifest');
    if (damage === 'missing file') await rm(data);
    if (damage === 'missing folder') await rm(join(path, 'indexes', kind), { recursive: true });

    const cubo = await createCubo({ path });
    const report = await cubo.doctor();
    // Vectors that are not there follow with the next ingest; that is no damage.
    if (kind !== 'vectors' || damage !== 'missing folder') {
      expect(report.healthy, damage).toBe(false);
      expect(report.problems[0]?.code, damage).toBe('CUBO_INDEX_CORRUPT');
      expect(report.problems[0]?.path, damage).toContain(path);
    }
    const repaired = await cubo.doctor({ repair: true });
    expect(repaired, damage).toMatchObject({ healthy: true, lost: [] });
    expect(repaired.repairs.length, damage).toBeGreaterThan(0);
    expect(await cubo.search('ferry at noon'), damage).toEqual(hits);
    await cubo.close();
  }
});

test.each(['.ivfpq', '.hnsw'])('what is made of vectors is made anew of them: %s', async (extension) => {
  const opened = await openCubo();
  await opened.cubo.close();
  const path = join(opened.directory, 'library');
  await writeFiles(opened.documents, documents);
  let embedded = 0;
  const embedder: Embedder = {
    id: 'counting',
    fingerprint: 'counting@1',
    dimensions: 4,
    maxBatch: 10,
    async embedDocuments(texts) {
      embedded += texts.length;
      return texts.map((text) => Float32Array.of(text.includes('ferry') ? 1 : 0, 1, 0, 0));
    },
    embedQuery: async () => Float32Array.of(1, 0, 0, 0),
  };
  const first = await createCubo({ path, embedder });
  await finish(first.ingest(opened.documents));
  const hits = await first.search('ferry', { mode: 'dense' });
  await first.close();
  const made = embedded;

  // Few vectors, which are compared one by one unless this is asked for.
  const manifest =
    (await filesIn(join(path, 'indexes', 'vectors'))).find((file) => file.endsWith('manifest.json')) ?? '';
  const hot = extension === '.ivfpq' ? { capacity: 0, scanBytes: 0 } : { scanBytes: 0 };
  const options = { directory: dirname(manifest), files: nodeFileLayer, dimensions: 4, background: false };
  const tier = await openTieredVectors({ ...options, hot });
  await tier.optimize?.();
  await tier.close();
  const damaged = (await filesIn(dirname(manifest))).find((file) => extname(file) === extension) ?? '';
  await truncate(damaged, 10);

  const cubo = await createCubo({ path, embedder });
  expect(await cubo.doctor()).toMatchObject({ healthy: false, problems: [{ path: damaged }] });
  expect(await cubo.doctor({ repair: true })).toMatchObject({
    healthy: true,
    lost: [],
    repairs: [expect.stringContaining('search structures')],
  });
  expect(embedded).toBe(made);
  expect(await cubo.search('ferry', { mode: 'dense' })).toEqual(hits);
  await cubo.close();
});

test("vectors in our format are examined and mended in a tier of the host's choice, too", async () => {
  const opened = await openCubo();
  await opened.cubo.close();
  const path = join(opened.directory, 'library');
  await writeFiles(opened.documents, documents);
  const vectorTier: OpenVectorTier = (context) => openTieredVectors({ ...context, blockBytes: 1 });
  const first = await createCubo({ path, vectorTier });
  await finish(first.ingest(opened.documents));
  const hits = await first.search('ferry', { mode: 'dense' });
  expect(hits.length).toBeGreaterThan(0);
  await first.close();

  // A block of vectors is compared with its checksum when it is read, and opening reads none.
  const damaged = (await filesIn(join(path, 'indexes', 'vectors'))).find((file) => extname(file) === '.vectors') ?? '';
  const bytes = await readFile(damaged);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(damaged, bytes);
  const cubo = await createCubo({ path, vectorTier });
  await expect(cubo.search('ferry', { mode: 'dense' })).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
  expect(await cubo.doctor()).toMatchObject({ healthy: false, problems: [{ path: damaged }] });
  expect(await cubo.doctor({ repair: true })).toMatchObject({ healthy: true, lost: [] });
  expect(await cubo.search('ferry', { mode: 'dense' })).toEqual(hits);
  await cubo.close();
});

test('documents whose text is damaged are named, taken out, and whole again after an ingest', async () => {
  const { path, documents: folder, hits } = await filled();
  const segments = await filesIn(join(path, 'segments'));
  for (const segment of segments) await truncate(segment, 100);
  const cubo = await createCubo({ path });
  const report = await cubo.doctor({ repair: true });
  expect(report.problems[0]).toMatchObject({ code: 'CUBO_SEGMENT_CORRUPT' });
  expect(segments).toContain(report.problems[0]?.path);
  expect(report.lost).toHaveLength(3);
  expect(report.healthy).toBe(true);
  await finish(cubo.ingest(folder));
  expect((await cubo.search('ferry at noon')).map(({ text, score }) => [text, score])).toEqual(
    hits.map(({ text, score }) => [text, score]),
  );
  await cubo.close();
});

test('a catalog that is truncated while it is open is named once, and not mended', async () => {
  const { path } = await filled();
  const cubo = await createCubo({ path });
  const catalog = join(path, 'catalog.sqlite');
  await truncate(catalog, 0);
  for (const repair of [false, true]) {
    expect(await cubo.doctor({ repair })).toMatchObject({
      healthy: false,
      problems: [
        {
          severity: 'error',
          code: 'CUBO_LIBRARY_INVALID',
          path: catalog,
          remedy: expect.stringContaining('from a backup'),
        },
      ],
      repairs: [],
      lost: [],
    });
  }
  await cubo.close();
});

test('a healthy library is healthy, and looking at it changes nothing', async () => {
  const { path } = await filled();
  const cubo = await createCubo({ path });
  const before = await cubo.status();
  expect(await cubo.doctor()).toEqual({ healthy: true, problems: [], repairs: [], lost: [] });
  expect(await cubo.doctor({ repair: true })).toEqual({ healthy: true, problems: [], repairs: [], lost: [] });
  const steady = { bytes: undefined, memory: undefined };
  expect({ ...(await cubo.status()), ...steady }).toEqual({ ...before, ...steady });
  await cubo.close();
});
