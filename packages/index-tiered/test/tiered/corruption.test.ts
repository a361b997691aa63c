import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { chunkSetFromRanges, isCuboError } from '@cubo/contracts';
import { openTieredVectors, tieredVectorsFormat } from '@cubo/index-tiered';
import { nodeFileLayer, openIndexDirectory } from '@cubo/library';
import { expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 8;
const vectors = randomVectors(7, dimensions, 1);
const open = (directory: string) =>
  openTieredVectors({ directory, files: nodeFileLayer, dimensions, blockBytes: 3 * 12 });

/** An index of one file with three blocks. */
async function makeIndex(): Promise<{ directory: string; file: string }> {
  const directory = temporaryDirectory();
  const tier = await open(directory);
  await tier.add({ ids: [1, 2, 3, 10, 11, 12, 40], vectors });
  await tier.flush();
  await tier.close();
  const name = readdirSync(directory).find((each) => each.endsWith('.vectors')) as string;
  return { directory, file: join(directory, name) };
}

/** What opening the index and reading all of it ends with. */
async function use(directory: string): Promise<unknown> {
  try {
    const tier = await open(directory);
    try {
      return await tier.search(vectors[0] as Float32Array, { limit: 9 });
    } finally {
      await tier.close();
    }
  } catch (error) {
    return error;
  }
}

function expectCorrupt(result: unknown, path: string, what: string): void {
  expect(isCuboError(result, 'CUBO_INDEX_CORRUPT'), `${what}: ${String(result)}`).toBe(true);
  expect(result).toMatchObject({
    path,
    message: expect.stringContaining(path),
    remedy: expect.stringMatching(/repair/),
  });
}

test('every flipped bit of a vector file is noticed', async () => {
  const { directory, file } = await makeIndex();
  const good = readFileSync(file);
  expect(await use(directory)).toContainEqual(expect.objectContaining({ id: 1, score: expect.closeTo(1, 1) }));
  for (let i = 0; i < good.length; i++) {
    const bad = Uint8Array.from(good);
    bad[i] = (bad[i] as number) ^ (1 << (i % 8));
    writeFileSync(file, bad);
    expectCorrupt(await use(directory), file, `byte ${i}`);
  }
});

test('a truncated, a longer, an empty and a missing vector file are refused at open', async () => {
  const { directory, file } = await makeIndex();
  const good = readFileSync(file);
  writeFileSync(file, Buffer.concat([good, Buffer.of(0)]));
  expectCorrupt(await use(directory), file, 'one byte more');
  for (const length of [good.length - 1, good.length >> 1, 20, 0]) {
    truncateSync(file, length);
    expectCorrupt(await use(directory), file, `${length} bytes`);
  }
  rmSync(file);
  expectCorrupt(await use(directory), file, 'missing');
});

test('a damaged manifest is refused', async () => {
  const { directory } = await makeIndex();
  const path = join(directory, 'manifest.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"generation":1', '"generation":2'));
  expectCorrupt(await use(directory), path, 'manifest');
});

/** Writes bytes as a file of the index, so that manifest and file agree on size and hash. */
async function plant(
  bytes: Uint8Array,
  ids = chunkSetFromRanges([[0, 3]]),
): Promise<{ directory: string; path: string }> {
  const directory = temporaryDirectory();
  const index = await openIndexDirectory({ directory, files: nodeFileLayer, format: tieredVectorsFormat });
  const writer = await index.create('vectors');
  await writer.write(bytes);
  await index.commit({ add: [await writer.finish(ids)] });
  return { directory, path: writer.path };
}

test.each<[string, (view: DataView) => void]>([
  ['another magic', (view) => view.setUint8(0, 0)],
  ['a later version', (view) => view.setUint32(8, 2, true)],
  ['another encoding', (view) => view.setUint32(12, 9, true)],
  ['other dimensions', (view) => view.setUint32(16, 9, true)],
  ['no dimensions', (view) => view.setUint32(16, 0, true)],
  ['more vectors than the file has', (view) => view.setUint32(20, 8, true)],
  ['four billion vectors', (view) => view.setUint32(20, 2 ** 32 - 1, true)],
  ['four billion ranges', (view) => view.setUint32(24, 2 ** 32 - 1, true)],
  ['no ranges', (view) => view.setUint32(24, 0, true)],
  ['blocks of no vectors', (view) => view.setUint32(28, 0, true)],
  ['blocks of another size', (view) => view.setUint32(28, 7, true)],
  ['an id range beyond all numbers', (view) => view.setBigUint64(40, 2n ** 64n - 1n, true)],
])('a header with %s is refused, though the manifest agrees with the file', async (what, change) => {
  const { file } = await makeIndex();
  const bytes = Uint8Array.from(readFileSync(file));
  change(new DataView(bytes.buffer));
  const { directory, path } = await plant(bytes);
  expectCorrupt(await use(directory), path, what);
});

test('a foreign file, and one for other chunks than the manifest names, are refused', async () => {
  for (const bytes of [
    new Uint8Array(0),
    new Uint8Array(31),
    new Uint8Array(5000),
    Buffer.from('%PDF-1.7'.repeat(99)),
  ]) {
    const { directory, path } = await plant(bytes);
    expectCorrupt(await use(directory), path, `${bytes.length} bytes`);
  }
  const { file } = await makeIndex();
  const { directory, path } = await plant(readFileSync(file), chunkSetFromRanges([[0, 7]]));
  expectCorrupt(await use(directory), path, 'other chunks');
});

test('id ranges that are not as many as the vectors are refused, though every checksum is right', async () => {
  const { file } = await makeIndex();
  const bytes = Uint8Array.from(readFileSync(file));
  const view = new DataView(bytes.buffer);
  const records = 32 + 3 * 16;
  view.setBigUint64(40, 6n, true);
  const blockChecksums = bytes.subarray(records + 7 * 12, -4);
  view.setUint32(bytes.length - 4, crc32(blockChecksums, crc32(bytes.subarray(0, records))), true);
  const { directory, path } = await plant(
    bytes,
    chunkSetFromRanges([
      [1, 6],
      [10, 13],
      [40, 41],
    ]),
  );
  expectCorrupt(await use(directory), path, 'nine ids for seven vectors');
});

test('an index of other dimensions is refused', async () => {
  const { directory, file } = await makeIndex();
  const other = openTieredVectors({ directory, files: nodeFileLayer, dimensions: 9 });
  expectCorrupt(await other.catch((error: unknown) => error), file, 'nine dimensions');
});

test('a merge of a damaged file fails and leaves everything as it was', async () => {
  const { directory, file } = await makeIndex();
  const tier = await open(directory);
  const bytes = readFileSync(file);
  const secondBlock = 32 + 3 * 16 + 3 * 12;
  bytes[secondBlock] = (bytes[secondBlock] as number) ^ 1;
  writeFileSync(file, bytes);
  // More than half of the file is removed, so that the flush rewrites it.
  await tier.remove(chunkSetFromRanges([[1, 12]]));
  await tier.add({ ids: [50], vectors: vectors.slice(0, 1) });
  expectCorrupt(await tier.flush().catch((error: unknown) => error), file, 'flush');
  expect(tier.coverage()).toEqual(
    chunkSetFromRanges([
      [12, 13],
      [40, 41],
      [50, 51],
    ]),
  );
  expect(readdirSync(directory).length).toBe(2);
  await tier.close();
});

test.each([
  { dimensions: 0 },
  { dimensions: 1.5 },
  { dimensions: 65_537 },
  { dimensions: 2 ** 40 },
  { dimensions: 8, hot: { m: 1 } },
  { dimensions: 8, hot: { m: 257 } },
  { dimensions: 8, hot: { efConstruction: 65_537 } },
  { dimensions: 8, cacheBytes: -1 },
  { dimensions: 8, blockBytes: 0 },
  { dimensions: 8, directory: undefined as never },
  { dimensions: 8, files: undefined as never },
  { dimensions: 8, background: 'no' as never },
  { dimensions: 8, memoryMiB: 64 } as never,
  { dimensions: 8, hot: { scanByte: 4096 } as never },
  { dimensions: 8, cold: { recal: 0.9 } as never },
  { dimensions: 8, cold: 0.9 as never },
])('the options %o are refused', async (options) => {
  const opening = openTieredVectors({
    directory: temporaryDirectory(),
    files: nodeFileLayer,
    ...(options as { dimensions: number }),
  });
  await expect(opening).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});

test.each([
  { other: { dimensions: 16 }, remedy: 'Open it with dimensions: 8,' },
  { other: { encoding: 'float16' as const }, remedy: "Open it with encoding: 'int8'," },
])('an index that was made by other options than $other says by which it can be opened', async ({ other, remedy }) => {
  const { directory, file } = await makeIndex();
  await expect(openTieredVectors({ directory, files: nodeFileLayer, dimensions, ...other })).rejects.toMatchObject({
    code: 'CUBO_INDEX_CORRUPT',
    path: file,
    remedy: expect.stringContaining(remedy),
  });
  const tier = await open(directory);
  expect(tier.stats().chunks).toBe(vectors.length);
  await tier.close();
});
