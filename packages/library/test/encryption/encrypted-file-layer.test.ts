import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encryptedFileLayer } from '../../src/encryption/encrypted-file-layer.ts';
import { libraryKey } from '../../src/encryption/library-key.ts';
import { blockBytes, headerBytes, sealedBytes } from '../../src/encryption/sealed-blocks.ts';
import { type FileLayer, indexCorrupt, nodeFileLayer, type ReadableFile } from '../../src/index.ts';
import { encryptedFiles } from '../encrypted-files.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const files = encryptedFiles(nodeFileLayer);

/** Bytes that look like nothing else, the same for the same seed. */
function bytesOf(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (Math.imul(i + 1, 2654435761) ^ (seed * 40503)) >>> 11);
}

async function write(path: string, bytes: Uint8Array, pieces: readonly number[] = []): Promise<void> {
  const file = await files.create(path);
  let done = 0;
  for (const piece of pieces) {
    await file.write(bytes.subarray(done, done + piece));
    done = Math.min(bytes.length, done + piece);
  }
  await file.write(bytes.subarray(done));
  await file.sync();
  await file.close();
}

/** Everything that can be read of a file, in all ways; throws where one of them does. */
async function readAll(path: string, layer: FileLayer = files): Promise<Uint8Array> {
  const whole = (await layer.read(path)) as Uint8Array;
  const file = await layer.open(path);
  try {
    for (const step of [1000, blockBytes, 9 * blockBytes]) {
      for (let start = 0; start < file.bytes; start += step) file.readSync(start, Math.min(step, file.bytes - start));
    }
    expect(Buffer.compare(await file.read(0, file.bytes), whole)).toBe(0);
  } finally {
    await file.close();
  }
  return whole;
}

const sizes = fc.oneof(
  fc.nat(200),
  fc.nat(80 * blockBytes),
  fc
    .tuple(fc.nat(70), fc.integer({ min: -1, max: 1 }))
    .map(([blocks, more]) => Math.max(0, blocks * blockBytes + more)),
);

test('what was written in pieces is read at every position, and no byte of it stands on the disk', async () => {
  const directory = await temporaryDirectory();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.array(fc.nat(3 * blockBytes), { maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 30 }),
      async (size, pieces, reads) => {
        const path = join(directory, String(run++));
        const bytes = bytesOf(size, run);
        await write(path, bytes, pieces);
        expect(Buffer.compare((await files.read(path)) as Uint8Array, bytes)).toBe(0);
        const file: ReadableFile = await files.open(path);
        expect(file.bytes).toBe(size);
        for (const [a, b, small] of reads) {
          const position = a % (size + 1);
          const length = b % ((small ? Math.min(300, size - position) : size - position) + 1);
          const expected = bytes.subarray(position, position + length);
          const room = new Uint8Array(length);
          expect(file.readSync(position, length, room)).toBe(room);
          expect(Buffer.compare(room, expected), `${position} ${length}`).toBe(0);
          expect(Buffer.compare(file.readSync(position, length), expected)).toBe(0);
          expect(Buffer.compare(await file.read(position, length), expected)).toBe(0);
        }
        expect(() => file.readSync(size, 1)).toThrow(expect.objectContaining({ code: 'CUBO_STORAGE_FAILED' }));
        await expect(file.read(Math.max(0, size - 1), 2)).rejects.toMatchObject({ code: 'CUBO_STORAGE_FAILED' });
        await file.close();
        const stored = readFileSync(path);
        for (let i = 0; i + 16 <= size; i += 4001)
          expect(stored.includes(Buffer.from(bytes.subarray(i, i + 16)))).toBe(false);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

const whole = 3 * blockBytes + 500;
const start = (block: number) => headerBytes + block * sealedBytes;
/** Everything that may be done to a file without the key, of which the reader must not be taken in. */
const damages: readonly (readonly [name: string, damage: (stored: Buffer, other: Buffer) => Buffer])[] = [
  ...[0, 8, headerBytes - 1].map((at) => [`a flipped bit in byte ${at} of the header`, flip(at)] as const),
  ...[0, 1, 2, 3].map((block) => [`a flipped bit in block ${block}`, flip(start(block) + 77)] as const),
  ...[1, 3].map((block) => [`a flipped bit in the tag before block ${block}`, flip(start(block) - 1)] as const),
  ['a flipped bit at the end', (stored) => flip(stored.length - 1)(stored)],
  ['two blocks in each other’s place', (stored) => splice(splice(stored, 0, part(stored, 1)), 1, part(stored, 0))],
  ['a block twice', (stored) => splice(stored, 1, part(stored, 2))],
  ['a block of another file', (stored, other) => splice(stored, 1, part(other, 1))],
  [
    'the header of another file',
    (stored, other) => Buffer.concat([other.subarray(0, headerBytes), stored.subarray(headerBytes)]),
  ],
  [
    'the last block of another file',
    (stored, other) => Buffer.concat([stored.subarray(0, start(3)), other.subarray(start(3))]),
  ],
  ['the last block cut off', (stored) => stored.subarray(0, start(3))],
  [
    'a block in the middle cut out',
    (stored) => Buffer.concat([stored.subarray(0, start(1)), stored.subarray(start(2))]),
  ],
  ['the last byte cut off', (stored) => stored.subarray(0, -1)],
  ['all but a tag of the last block cut off', (stored) => stored.subarray(0, start(3) + 16)],
  ['all blocks cut off', (stored) => stored.subarray(0, headerBytes)],
  ['half of the header cut off', (stored) => stored.subarray(0, 10)],
  ['nothing left', () => Buffer.alloc(0)],
  ['a byte appended', (stored) => Buffer.concat([stored, Buffer.alloc(1)])],
  ['a block appended', (stored) => Buffer.concat([stored, part(stored, 0)])],
  ['plain bytes in its place', () => Buffer.from('plain '.repeat(20))],
];

function flip(at: number): (stored: Buffer) => Buffer {
  return (stored) => {
    const copy = Buffer.from(stored);
    copy[at] = (copy[at] as number) ^ 4;
    return copy;
  };
}

function part(stored: Buffer, block: number): Buffer {
  return stored.subarray(start(block), start(block + 1));
}

function splice(stored: Buffer, block: number, replacement: Buffer): Buffer {
  const copy = Buffer.from(stored);
  replacement.copy(copy, start(block));
  return copy;
}

test.each(damages)('%s is found', async (_name, damage) => {
  const directory = await temporaryDirectory();
  const [path, other] = [join(directory, 'file'), join(directory, 'other')];
  await write(path, bytesOf(whole, 1));
  await write(other, bytesOf(whole, 2));
  expect((await readAll(path)).length).toBe(whole);
  const damagedBytes = damage(readFileSync(path), readFileSync(other));
  expect(Buffer.compare(damagedBytes, readFileSync(path))).not.toBe(0);
  writeFileSync(path, damagedBytes);
  await expect(files.read(path)).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT', path });
  await expect(readByPosition(path, 'read')).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT', path });
  await expect(readByPosition(path, 'readSync')).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT', path });
});

async function readByPosition(path: string, by: 'read' | 'readSync'): Promise<void> {
  const file = await files.open(path);
  try {
    for (let at = 0; at < file.bytes; at += 5000) await file[by](at, Math.min(5000, file.bytes - at));
  } finally {
    await file.close();
  }
}

test('another key reads nothing', async () => {
  const path = join(await temporaryDirectory(), 'file');
  await write(path, bytesOf(100, 1));
  const others = encryptedFileLayer(nodeFileLayer, libraryKey('01'.repeat(32)), indexCorrupt);
  await expect(others.open(path)).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
  await expect(others.read(path)).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
});

test('the same bytes are never stored twice in the same way', async () => {
  const directory = await temporaryDirectory();
  for (const name of ['a', 'b']) await write(join(directory, name), bytesOf(whole, 1));
  const [a, b] = ['a', 'b'].map((name) => readFileSync(join(directory, name))) as [Buffer, Buffer];
  for (let block = 0; block < 3; block++) expect(part(a, block).equals(part(b, block))).toBe(false);
  expect(part(a, 0).equals(part(a, 1))).toBe(false);
});

test('nothing is written after the end', async () => {
  const file = await files.create(join(await temporaryDirectory(), 'file'));
  await file.write(bytesOf(10, 1));
  await file.sync();
  await file.sync();
  await expect(file.write(bytesOf(10, 1))).rejects.toThrow('Nothing can be written');
  await file.close();
});

test('a file that was closed without a sync is whole', async () => {
  const path = join(await temporaryDirectory(), 'file');
  const file = await files.create(path);
  await file.write(bytesOf(whole, 3));
  await file.close();
  expect(Buffer.compare(await readAll(path), bytesOf(whole, 3))).toBe(0);
});

test('a file of which a write has failed is not taken for whole', async () => {
  const path = join(await temporaryDirectory(), 'file');
  let writes = 0;
  const failing: FileLayer = {
    ...nodeFileLayer,
    async create(of) {
      const file = await nodeFileLayer.create(of);
      return { ...file, write: (bytes) => (++writes === 2 ? Promise.reject(new Error('full')) : file.write(bytes)) };
    },
  };
  const file = await encryptedFiles(failing).create(path);
  await file.write(bytesOf(2 * blockBytes, 1));
  await expect(file.write(bytesOf(2 * blockBytes, 1))).rejects.toThrow('full');
  await expect(file.write(bytesOf(1, 1))).rejects.toThrow('full');
  await expect(file.sync()).rejects.toThrow('full');
  await file.close();
  await expect(files.open(path)).rejects.toMatchObject({ code: 'CUBO_INDEX_CORRUPT' });
});

test('a file that is missing is told as such', async () => {
  const path = join(await temporaryDirectory(), 'missing');
  expect(await files.read(path)).toBe(undefined);
  await expect(files.open(path)).rejects.toMatchObject({ code: 'CUBO_STORAGE_FAILED' });
});
