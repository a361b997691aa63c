import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { isCuboError } from '@cubo/contracts';
import type { ReadableFile } from '@cubo/library';
import { expect, test } from 'vitest';
import type { InvertedFileHeader } from '../../src/inverted-file/inverted-file.ts';
import { invertedListReader } from '../../src/inverted-file/inverted-list-reader.ts';
import { readInvertedFileHeader } from '../../src/inverted-file/read-inverted-file-header.ts';
import { makeContent, newPath, withFile, writeContent } from './inverted-files.ts';

type Trailer = 'required' | 'optional';

const shape = { parts: 1, width: 1, lists: [[5, 6], [], [9]], description: { calibration: [1, 2] } };

/** Bytes of the fixed fields before the coarse centroids, and of those between the centroids. */
const coarseAt = 98;
const middleBytes = 50;
const middleAt = coarseAt + 4 * shape.lists.length;
const listsAt = middleAt + middleBytes + 4 * 256;

async function expectRefusedAtOpening(path: string, trailer: Trailer, what: string): Promise<string> {
  const error = await withFile(path, (file) => readInvertedFileHeader(file, { trailer })).catch(
    (reason: unknown) => reason,
  );
  expect(isCuboError(error, 'CUBO_INDEX_CORRUPT'), `${what}: ${String(error)}`).toBe(true);
  expect(error).toMatchObject({
    path,
    message: expect.stringContaining(path),
    remedy: expect.stringMatching(/repair/),
  });
  return (error as Error).message;
}

async function readAll(file: ReadableFile, header: InvertedFileHeader): Promise<void> {
  const { readList } = invertedListReader(file, header);
  for (let list = 0; list < header.lists; list++) await readList(list);
}

test('a file cut at any byte is refused at opening', async () => {
  const path = await writeContent(makeContent(shape));
  const whole = readFileSync(path);
  const header = await withFile(path, (file) => readInvertedFileHeader(file, { trailer: 'required' }));
  const faissBytes = (header.positions[2] as number) + 9;
  const messages = new Set<string>();
  for (let length = whole.length - 1; length >= 0; length--) {
    truncateSync(path, length);
    const trailer = length === faissBytes ? 'required' : 'optional';
    messages.add((await expectRefusedAtOpening(path, trailer, `${length} bytes`)).replace(path, ''));
    // What is left then is a whole file as FAISS writes it.
    if (length === faissBytes) {
      expect(await withFile(path, (file) => readInvertedFileHeader(file, { trailer: 'optional' }))).toMatchObject({
        vectors: 3,
        trailer: undefined,
      });
    }
  }
  expect([...messages]).toEqual(expect.arrayContaining([expect.stringContaining('without a trailer')]));
  for (const part of ['header', 'coarse centroids', 'product centroids', 'list sizes', 'list 0', 'list 2']) {
    expect(
      [...messages].some((message) => message.includes(`ends within its ${part}`)),
      part,
    ).toBe(true);
  }
});

test('every flipped bit is noticed: at opening, in a list when that is read', async () => {
  const path = await writeContent(makeContent(shape));
  const good = readFileSync(path);
  const { positions, trailer } = await withFile(path, (file) => readInvertedFileHeader(file, { trailer: 'required' }));
  const listsFrom = positions[0] as number;
  const secondFrom = positions[2] as number;
  const listsTo = secondFrom + 9;
  expect(trailer?.headerBytes).toBe(listsFrom);
  const handle = openSync(path, 'r+');
  try {
    for (let i = 0; i < good.length; i++) {
      // One of eight among the product centroids, which are most of the file.
      const step = i >= listsAt - 4 * 256 && i < listsAt ? 8 : 1;
      for (let bit = i % step; bit < 8; bit += step) {
        const what = `bit ${bit} of byte ${i}`;
        writeSync(handle, Uint8Array.of((good[i] as number) ^ (1 << bit)), 0, 1, i);
        if (i < listsFrom || i >= listsTo) {
          await expectRefusedAtOpening(path, bit % 2 === 0 ? 'required' : 'optional', what);
          continue;
        }
        await withFile(path, async (file) => {
          const header = await readInvertedFileHeader(file, { trailer: 'required' });
          const { readList, readListSync } = invertedListReader(file, header);
          const [bad, other] = i < secondFrom ? [0, 2] : [2, 0];
          await readList(other);
          for (const error of [
            await readList(bad).catch((reason: unknown) => reason),
            await new Promise((resolve) => resolve(readListSync(bad))).catch((reason: unknown) => reason),
          ]) {
            expect(error, what).toMatchObject({ code: 'CUBO_INDEX_CORRUPT', path });
            expect((error as Error).message).toContain(`checksum in list ${bad}`);
          }
        });
      }
      writeSync(handle, good, i, 1, i);
    }
  } finally {
    closeSync(handle);
  }
  await withFile(path, async (file) => readAll(file, await readInvertedFileHeader(file, { trailer: 'required' })));
});

test('a list that was once compared with its checksum is not compared again', async () => {
  const path = await writeContent(makeContent(shape));
  await withFile(path, async (file) => {
    const header = await readInvertedFileHeader(file, { trailer: 'required' });
    const reader = invertedListReader(file, header);
    const { codes } = reader.readListSync(0);
    const handle = openSync(path, 'r+');
    writeSync(handle, Uint8Array.of((codes[0] as number) ^ 1), 0, 1, header.positions[0] as number);
    closeSync(handle);
    expect((await reader.readList(0)).codes[0]).toBe((codes[0] as number) ^ 1);
    await expect(invertedListReader(file, header).readList(0)).rejects.toThrow(/checksum in list 0/);
  });
});

test('foreign files are refused', async () => {
  const path = newPath();
  for (const bytes of [
    new Uint8Array(0),
    new Uint8Array(3),
    new Uint8Array(5000),
    Buffer.from('%PDF-1.7'.repeat(99)),
    Buffer.from('IwPQ'.repeat(9)),
    Buffer.from('IwPQ'.repeat(999)),
  ]) {
    writeFileSync(path, bytes);
    for (const trailer of ['required', 'optional'] as const) {
      await expectRefusedAtOpening(path, trailer, `${bytes.length} bytes`);
    }
  }
});

test('bytes behind the lists that are no trailer are refused', async () => {
  const path = await writeContent(makeContent(shape));
  const header = await withFile(path, (file) => readInvertedFileHeader(file, { trailer: 'required' }));
  const whole = readFileSync(path);
  const end = (header.positions[2] as number) + 9;
  for (const behind of [
    Buffer.alloc(1),
    Buffer.alloc(500),
    whole.subarray(end, -1),
    Buffer.concat([whole.subarray(end), Buffer.of(0)]),
    Buffer.concat([Buffer.of(0), whole.subarray(end)]),
  ]) {
    writeFileSync(path, Buffer.concat([whole.subarray(0, end), behind]));
    expect(await expectRefusedAtOpening(path, 'optional', `${behind.length} bytes`)).toContain(
      `has ${behind.length} bytes behind its lists that are no trailer`,
    );
  }
});

/** Puts the checksums right, so that only what stands in the file can be its reason to be refused. */
function seal(file: Buffer, headerBytes: number, trailerAt: number): void {
  file.writeUInt32LE(crc32(file.subarray(0, headerBytes)), trailerAt + 24);
  file.writeUInt32LE(crc32(file.subarray(trailerAt, -4)), file.length - 4);
}

test.each<[string, RegExp, (file: Buffer, trailerAt: number) => void]>([
  ['no dimensions', /no dimensions/, (file) => file.writeInt32LE(0, 4)],
  ['negative dimensions', /no dimensions/, (file) => file.writeInt32LE(-1, 4)],
  ['other dimensions than its quantizer', /coarse quantizer that contradicts/, (file) => file.writeInt32LE(2, 4)],
  ['more vectors than its lists', /tells of 4/, (file) => file.writeUInt32LE(4, 8)],
  ['fewer vectors than its lists', /tells of 2/, (file) => file.writeUInt32LE(2, 8)],
  ['a negative number of vectors', /impossible number of vectors/, (file) => file.writeBigInt64LE(-1n, 8)],
  ['an index that is not trained', /an index that is not trained/, (file) => file.writeUInt8(0, 32)],
  ['the L2 metric', /metric 1/, (file) => file.writeInt32LE(1, 33)],
  ['no lists', /no dimensions, no lists/, (file) => file.writeUInt32LE(0, 37)],
  ['2^63 lists', /impossible number of lists/, (file) => file.writeUInt32LE(2 ** 31, 41)],
  ['2^52 lists', /contradicts/, (file) => file.writeUInt32LE(2 ** 20, 41)],
  ['no probes', /no probes/, (file) => file.writeUInt32LE(0, 45)],
  ['another quantizer', /"IxF2"/, (file) => file.write('IxF2', 53, 'latin1')],
  ['a quantizer that is not trained', /a coarse quantizer that is not/, (file) => file.writeUInt8(0, 85)],
  ['a quantizer of the L2 metric', /metric 1/, (file) => file.writeInt32LE(1, 86)],
  ['a coarse centroid that is not finite', /coarse centroids that is not/, (file) => file.writeFloatLE(NaN, coarseAt)],
  ['as many centroids as bytes in the world', /contradicts/, (file) => file.writeUInt32LE(2 ** 20, 94)],
  [
    'four billion lists, and as many centroids',
    /ends within its coarse centroids/,
    (file) => {
      for (const at of [37, 61, 90]) file.writeUInt32LE(2 ** 32 - 1, at);
    },
  ],
  ['a direct map', /direct map/, (file) => file.writeUInt8(1, middleAt)],
  ['a direct map without a kind', /direct map/, (file) => file.writeUInt8(1, middleAt + 1)],
  ['residuals, perhaps', /whether its codes/, (file) => file.writeUInt8(2, middleAt + 9)],
  ['another code size', /product quantizer that/, (file) => file.writeUInt8(2, middleAt + 10)],
  ['other product dimensions', /product quantizer that/, (file) => file.writeUInt8(2, middleAt + 18)],
  ['other parts', /product quantizer that/, (file) => file.writeUInt8(2, middleAt + 26)],
  ['codes of 9 bits', /9 bits/, (file) => file.writeUInt8(9, middleAt + 34)],
  ['fewer product centroids', /product quantizer that/, (file) => file.writeUInt8(255, middleAt + 42)],
  [
    'a product centroid that is not finite',
    /product centroids that/,
    (file) => file.writeFloatLE(Infinity, listsAt - 4),
  ],
  ['lists in another form', /"ilod"/, (file) => file.write('ilod', listsAt, 'latin1')],
  ['other lists', /inverted lists that contradict/, (file) => file.writeUInt8(4, listsAt + 4)],
  ['lists of another code size', /inverted lists that contradict/, (file) => file.writeUInt8(2, listsAt + 12)],
  ['sizes in another form', /unknown form "spur"/, (file) => file.write('spur', listsAt + 20, 'latin1')],
  ['fewer sizes', /list sizes that contradict/, (file) => file.writeUInt8(2, listsAt + 24)],
  ['sizes that are no pairs', /list sizes that contradict/, (file) => file.write('sprs', listsAt + 20, 'latin1')],
  ['a size beyond all', /impossible list sizes/, (file) => file.writeUInt32LE(2 ** 31, listsAt + 36)],
  ['a size beyond the file', /ends within its list 0/, (file) => file.writeUInt32LE(2 ** 20, listsAt + 36)],
  ['another trailer version', /version 2 of the trailer/, (file, trailerAt) => file.writeUInt32LE(2, trailerAt + 8)],
  ['a trailer of other lists', /trailer that contradicts/, (file, trailerAt) => file.writeUInt32LE(4, trailerAt + 12)],
  ['a trailer of another header', /checksum in its header/, (file, trailerAt) => file.writeUInt32LE(9, trailerAt + 16)],
  ['a longer description', /trailer that contradicts/, (file, trailerAt) => file.writeUInt32LE(99, trailerAt + 40)],
  ['a description that is none', /not a JSON object/, (file, trailerAt) => file.write('[', trailerAt + 44, 'latin1')],
])('a file with %s is refused, though its checksums are right', async (what, reason, change) => {
  const path = await writeContent(makeContent(shape));
  const { positions } = await withFile(path, (file) => readInvertedFileHeader(file, { trailer: 'required' }));
  const file = readFileSync(path);
  const trailerAt = (positions[2] as number) + 9;
  change(file, trailerAt);
  seal(file, positions[0] as number, trailerAt);
  writeFileSync(path, file);
  expect(await expectRefusedAtOpening(path, 'required', what)).toMatch(reason);
});

test('sparse sizes that are out of order or name lists that there are not are refused', async () => {
  const sparse = { parts: 1, width: 1, lists: [[], [1], [], [2], []] };
  const sizesAt = coarseAt + 4 * 5 + middleBytes + 4 * 256 + 32;
  for (const pairs of [
    [3, 1, 1, 1],
    [1, 1, 1, 1],
    [1, 1, 5, 1],
  ]) {
    const path = await writeContent(makeContent(sparse));
    const file = readFileSync(path);
    expect(file.toString('latin1', sizesAt - 12, sizesAt - 8)).toBe('sprs');
    for (const [i, value] of pairs.entries()) file.writeBigUInt64LE(BigInt(value), sizesAt + 8 * i);
    seal(file, sizesAt + 32, sizesAt + 32 + 18);
    writeFileSync(path, file);
    expect(await expectRefusedAtOpening(path, 'required', String(pairs))).toContain('list sizes that contradict');
  }
});

test('an impossible id is refused, though the checksum of its list is right', async () => {
  const path = await writeContent(makeContent(shape));
  const { positions } = await withFile(path, (file) => readInvertedFileHeader(file, { trailer: 'required' }));
  const [first, , second] = positions as unknown as [number, number, number];
  for (const id of [-1n, -(2n ** 63n), 2n ** 53n]) {
    const file = readFileSync(path);
    file.writeBigInt64LE(id, first + 2);
    file.writeUInt32LE(crc32(file.subarray(first, second)), second + 9 + 28);
    seal(file, first, second + 9);
    writeFileSync(path, file);
    await withFile(path, async (opened) => {
      const header = await readInvertedFileHeader(opened, { trailer: 'required' });
      await expect(readAll(opened, header)).rejects.toMatchObject({
        code: 'CUBO_INDEX_CORRUPT',
        message: expect.stringContaining('impossible id in list 0'),
      });
    });
  }
});
