import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invertedListReader } from '../../src/inverted-file/inverted-list-reader.ts';
import { readInvertedFileHeader } from '../../src/inverted-file/read-inverted-file-header.ts';
import { writeInvertedFile } from '../../src/inverted-file/write-inverted-file.ts';
import { makeContent, withFile, writeContent } from './inverted-files.ts';

const id = fc.oneof(fc.nat(1000), fc.maxSafeNat());
const shape = fc.record({
  parts: fc.integer({ min: 1, max: 5 }),
  width: fc.integer({ min: 1, max: 3 }),
  lists: fc.array(fc.oneof(fc.constant([]), fc.array(id, { maxLength: 12 })), { minLength: 1, maxLength: 9 }),
  byResidual: fc.boolean(),
  probes: fc.integer({ min: 1, max: 100 }),
  description: fc.dictionary(
    fc.string(),
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double({ noNaN: true }).filter((x) => !Object.is(x, -0) && Number.isFinite(x)),
      fc.boolean(),
    ),
  ),
});

test('what is written is read again', async () => {
  await fc.assert(
    fc.asyncProperty(shape, async (given) => {
      const content = makeContent(given);
      const { dimensions, parts, byResidual, probes, coarseCentroids, productCentroids, description, lists } = content;
      await withFile(await writeContent(content), async (file) => {
        const header = await readInvertedFileHeader(file, { trailer: 'required' });
        expect(header).toMatchObject({ dimensions, parts, byResidual, probes, coarseCentroids, productCentroids });
        expect(header.lists).toBe(lists.length);
        expect([...header.sizes]).toEqual(content.sizes);
        expect(header.vectors).toBe(given.lists.flat().length);
        expect(header.trailer?.description).toEqual({ ...description });
        const reader = invertedListReader(file, header);
        for (const [index, list] of lists.entries()) {
          expect(await reader.readList(index)).toEqual(list);
          expect(reader.readListSync(index)).toEqual(list);
        }
        for (const index of [-1, lists.length, 0.5]) {
          expect(() => reader.readListSync(index)).toThrow(RangeError);
          await expect(reader.readList(index)).rejects.toThrow(RangeError);
        }
      });
    }),
    { seed: 11, numRuns: 200 },
  );
});

test('opening reads none of the lists, and a list with one read', async () => {
  const ids = Array.from({ length: 5000 }, (_, i) => i);
  const path = await writeContent(makeContent({ parts: 4, width: 2, lists: [ids, [], ids, ids] }));
  await withFile(path, async (file) => {
    const reads: [from: number, to: number][] = [];
    const recorded = {
      ...file,
      read(position: number, length: number) {
        reads.push([position, position + length]);
        return file.read(position, length);
      },
    };
    const header = await readInvertedFileHeader(recorded, { trailer: 'required' });
    const first = header.positions[0] as number;
    const end = first + 3 * 5000 * 12;
    expect(header.trailer?.headerBytes).toBe(first);
    expect(reads.filter(([from, to]) => to > first && from < end)).toEqual([]);
    expect(reads.length).toBeLessThan(12);
    reads.length = 0;
    await invertedListReader(recorded, header).readList(2);
    expect(reads).toEqual([[first + 5000 * 12, first + 2 * 5000 * 12]]);
  });
});

test('centroids that are read and written in several pieces are the same again', async () => {
  const lists = Array.from({ length: 300 }, (_, list) => (list % 7 === 0 ? [list] : []));
  const content = makeContent({ parts: 4, width: 75, lists });
  await withFile(await writeContent(content), async (file) => {
    const header = await readInvertedFileHeader(file, { trailer: 'required' });
    expect(header.coarseCentroids).toEqual(content.coarseCentroids);
    expect(header.productCentroids).toEqual(content.productCentroids);
    expect([...header.sizes]).toEqual(content.sizes);
    expect(await invertedListReader(file, header).readList(7)).toEqual(content.lists[7]);
  });
});

test('a file takes its codes, its ids and little else', async () => {
  const lists = Array.from({ length: 40 }, (_, list) => Array.from({ length: 250 }, (_, i) => list * 250 + i));
  await withFile(await writeContent(makeContent({ parts: 8, width: 1, lists })), async (file) => {
    const { positions, trailer } = await readInvertedFileHeader(file, { trailer: 'required' });
    expect(file.bytes - (positions[0] as number)).toBe(10_000 * (8 + 8) + 40 + 4 * 40 + '{}'.length);
    expect(trailer?.listChecksums.length).toBe(40);
  });
});

const good = makeContent({ parts: 2, width: 2, lists: [[1, 2], [], [3]] });
const list = { codes: new Uint8Array(4), ids: Float64Array.of(1, 2) };

test.each<[string, Partial<typeof good>]>([
  ['no dimensions', { dimensions: 0 }],
  ['dimensions that have no such parts', { parts: 3 }],
  ['no lists', { sizes: [], coarseCentroids: new Float32Array(0) }],
  ['no probes', { probes: 0 }],
  ['too few coarse centroids', { coarseCentroids: good.coarseCentroids.subarray(1) }],
  ['too few product centroids', { productCentroids: good.productCentroids.subarray(1) }],
  [
    'a centroid that is not finite',
    { coarseCentroids: good.coarseCentroids.map((x, i) => (i === 5 ? Number.NaN : x)) },
  ],
  ['a size below nothing', { sizes: [2, -1, 1] }],
  ['other sizes than its lists', { sizes: [3, 0, 1] }],
  ['a code too few', { readList: () => ({ ...list, codes: new Uint8Array(3) }) }],
  ['a negative id', { readList: () => ({ ...list, ids: Float64Array.of(1, -1) }) }],
  ['an id beyond the safe integers', { readList: () => ({ ...list, ids: Float64Array.of(1, 2 ** 53) }) }],
  ['an id between two integers', { readList: () => ({ ...list, ids: Float64Array.of(1, 1.5) }) }],
])('content with %s is not written', async (_, change) => {
  const sink = { write: async () => {} };
  await expect(writeInvertedFile(sink, { ...good, ...change })).rejects.toThrow(Error);
  expect(await writeInvertedFile(sink, good)).toMatchObject({ vectors: 3 });
});

test('writing holds one list at a time, and can be aborted between two', async () => {
  const ids = Array.from({ length: 9 }, (_, i) => i);
  const content = makeContent({ parts: 1, width: 1, lists: [ids, ids, [], ids, ids] });
  const events: string[] = [];
  const readList = async (index: number) => {
    events.push(`read ${index}`);
    return content.readList(index);
  };
  const controller = new AbortController();
  const sink = {
    async write(bytes: Uint8Array) {
      if (bytes.length === 81) events.push('written');
      if (events.length === 6) controller.abort();
    },
  };
  await expect(writeInvertedFile(sink, { ...content, readList }, { signal: controller.signal })).rejects.toThrow(
    /aborted/,
  );
  expect(events).toEqual(['read 0', 'written', 'read 1', 'written', 'read 3', 'written', 'read 4']);
});
