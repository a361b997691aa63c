import { openSync, readFileSync, writeSync } from 'node:fs';
import { type ChunkSet, chunkSetFromIds, chunkSetHas } from '@cubo/contracts';
import { nodeFileLayer, type ReadableFile } from '@cubo/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invertedListReader } from '../../src/inverted-file/inverted-list-reader.ts';
import { mergeInvertedFiles } from '../../src/inverted-file/merge-inverted-files.ts';
import { readInvertedFileHeader } from '../../src/inverted-file/read-inverted-file-header.ts';
import type { InvertedFileContent } from '../../src/inverted-file/write-inverted-file.ts';
import { makeContent, newPath, withFile, writeContent } from './inverted-files.ts';

const required = { trailer: 'required' } as const;

/** Merges files and gives the path of the result. */
async function merge(
  sources: readonly { path: string; live?: ChunkSet | undefined }[],
  options: { probes?: number; description?: Record<string, unknown>; signal?: AbortSignal } = {},
): Promise<string> {
  const path = newPath();
  const sink = await nodeFileLayer.create(path);
  const files: ReadableFile[] = [];
  try {
    const opened = [];
    for (const { path: source, live } of sources) {
      const file = await nodeFileLayer.open(source);
      files.push(file);
      opened.push({ file, header: await readInvertedFileHeader(file, required), live });
    }
    await mergeInvertedFiles(opened, sink, { probes: 1, description: {}, ...options });
  } finally {
    await sink.close();
    for (const file of files) await file.close();
  }
  return path;
}

test('a merge is the file of the wanted vectors of all sources, to the byte', async () => {
  const lists = 4;
  const source = fc.record({
    lists: fc.array(fc.uniqueArray(fc.nat(60), { maxLength: 8 }), { minLength: lists, maxLength: lists }),
    live: fc.option(fc.uniqueArray(fc.nat(60)), { nil: undefined }),
    seed: fc.nat(1000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(source, { minLength: 1, maxLength: 4 }), async (given) => {
      const sources = [];
      const quantizers = makeContent({ parts: 3, width: 1, lists: Array(lists).fill([]) });
      const expected = Array.from({ length: lists }, () => ({ codes: [] as number[], ids: [] as number[] }));
      for (const { lists: ids, live: wanted, seed } of given) {
        // Codes of its own, centroids of all.
        const { coarseCentroids, productCentroids } = quantizers;
        const content = { ...makeContent({ parts: 3, width: 1, lists: ids, seed }), coarseCentroids, productCentroids };
        const live = wanted && chunkSetFromIds(wanted);
        sources.push({ path: await writeContent(content), live });
        for (const [index, list] of content.lists.entries()) {
          for (const [row, id] of list.ids.entries()) {
            if (live && !chunkSetHas(live, id)) continue;
            expected[index]?.ids.push(id);
            expected[index]?.codes.push(...list.codes.subarray(row * 3, row * 3 + 3));
          }
        }
      }
      const description = { merged: given.length };
      const whole: InvertedFileContent = {
        ...quantizers,
        probes: 7,
        description,
        sizes: expected.map(({ ids }) => ids.length),
        readList: (list) => ({
          codes: Uint8Array.from(expected[list]?.codes ?? []),
          ids: Float64Array.from(expected[list]?.ids ?? []),
        }),
      };
      const merged = readFileSync(await merge(sources, { probes: 7, description }));
      expect(merged.equals(readFileSync(await writeContent(whole)))).toBe(true);
    }),
    { seed: 21, numRuns: 100 },
  );
});

test('ids ascend if the sources are given in order', async () => {
  const shape = { parts: 2, width: 1 };
  const first = await writeContent(makeContent({ ...shape, lists: [[1, 4], [2]] }));
  const second = await writeContent(makeContent({ ...shape, lists: [[9], [5, 8, 11]] }));
  await withFile(await merge([{ path: first }, { path: second }]), async (file) => {
    const { readListSync } = invertedListReader(file, await readInvertedFileHeader(file, required));
    expect([...readListSync(0).ids]).toEqual([1, 4, 9]);
    expect([...readListSync(1).ids]).toEqual([2, 5, 8, 11]);
  });
});

test('files with other quantizers, and no files, are not merged', async () => {
  const lists = [[1], [2]];
  const base = makeContent({ parts: 2, width: 2, lists });
  const path = await writeContent(base);
  const change = (centroids: Float32Array) =>
    centroids.map((value, i) => (i === centroids.length - 1 ? -value : value));
  for (const other of [
    { ...base, coarseCentroids: change(base.coarseCentroids) },
    { ...base, productCentroids: change(base.productCentroids) },
    { ...base, byResidual: false },
    makeContent({ parts: 4, width: 1, lists }),
    makeContent({ parts: 2, width: 3, lists }),
    makeContent({ parts: 2, width: 2, lists: [...lists, [3]] }),
  ]) {
    const merging = merge([{ path }, { path: await writeContent(other) }]);
    await expect(merging).rejects.toThrow('Inverted files with other centroids cannot be merged.');
  }
  await expect(merge([])).rejects.toThrow('no inverted file');
});

test('a damaged id does not pass for one that nobody wants', async () => {
  const path = await writeContent(makeContent({ parts: 1, width: 1, lists: [[5], [6]] }));
  const { positions } = await withFile(path, (file) => readInvertedFileHeader(file, required));
  const handle = openSync(path, 'r+');
  writeSync(handle, Uint8Array.of(7), 0, 1, (positions[0] as number) + 1);
  for (const live of [chunkSetFromIds([5, 6]), undefined]) {
    await expect(merge([{ path, live }])).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT', path });
  }
});

test('a merge can be aborted', async () => {
  const path = await writeContent(makeContent({ parts: 1, width: 1, lists: [[5], [6]] }));
  const signal = AbortSignal.abort();
  for (const live of [chunkSetFromIds([5]), undefined]) {
    await expect(merge([{ path, live }], { signal })).rejects.toThrow(/aborted/);
  }
});
