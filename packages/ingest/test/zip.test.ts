import { randomBytes } from 'node:crypto';
import { memorySource } from '@cubo/contracts/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openZip } from '../src/zip/open-zip.ts';
import type { ZipArchive } from '../src/zip/zip-archive.ts';
import { createUnpackBudget } from '../src/zip/zip-limits.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { collect } from './helpers/sections.ts';
import { type ZipMember, zipFile } from './helpers/zip-file.ts';

const maximumBytes = 256 * 1024 * 1024;
const open = (bytes: Uint8Array) => openZip(memorySource({ name: 'a.zip', bytes }), { maximumBytes });
const text = async (archive: ZipArchive, name: string) => {
  const entry = archive.find(name);
  if (entry === undefined) throw new Error(`no ${name}`);
  return new TextDecoder().decode(await archive.read(entry, { maximumBytes }));
};
const members: readonly ZipMember[] = [
  { name: 'word/document.xml', data: '<a>eins</a>'.repeat(100), deflate: true },
  { name: 'word/', data: '' },
  { name: 'straße.txt', data: 'zwei' },
];

describe('openZip', () => {
  test.each([
    ['by ranges', (bytes: Uint8Array) => memorySource({ name: 'a.zip', bytes })],
    ['from memory', (bytes: Uint8Array) => bytesSource('a.zip', bytes)],
  ])('reads stored and deflated members %s', async (_, source) => {
    const archive = await openZip(source(zipFile(members)), { maximumBytes });
    expect(archive.entries.map(({ name, size, isDirectory }) => [name, size, isDirectory])).toEqual([
      ['word/document.xml', 1100, false],
      ['word', 0, true],
      ['straße.txt', 4, false],
    ]);
    expect(await text(archive, '/Word/Document.XML')).toBe('<a>eins</a>'.repeat(100));
    expect(await text(archive, 'straße.txt')).toBe('zwei');
    expect(archive.find('nowhere')).toBeUndefined();
    archive.close();
    await expect(text(archive, 'straße.txt')).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  });

  test('reads no more of a large archive than it needs', async () => {
    const data = randomBytes(4_000_000);
    const bytes = zipFile([
      { name: 'large', data },
      { name: 'small', data: 'text' },
    ]);
    let read = 0;
    const memory = memorySource({ name: 'a.zip', bytes });
    const source = {
      ...memory,
      open: () => expect.fail('the whole source was opened'),
      readRange: async (start: number, end: number) => {
        const range = bytes.subarray(start, end);
        read += range.byteLength;
        return range;
      },
    };
    const archive = await openZip(source, { maximumBytes: 1000 });
    expect(await text(archive, 'small')).toBe('text');
    expect(read).toBeLessThan(100_000);
    const entry = archive.find('large');
    const pieces = await collect(archive.stream(entry ?? expect.fail()));
    expect(Buffer.concat(pieces).equals(data)).toBe(true);
  });

  test('reads ZIP64, data descriptors, comments, and archives behind a program', async () => {
    const zip64 = members.map((member) => ({ ...member, zip64: true }));
    const plain = zipFile(members);
    const commented = Buffer.concat([plain, Buffer.from('PK\x05\x06 not the end', 'latin1')]);
    commented.writeUInt16LE(15, plain.length - 2);
    for (const bytes of [zipFile(zip64), commented]) {
      for (const before of [Buffer.alloc(0), Buffer.from('#!/bin/sh\n'.repeat(99))]) {
        const archive = await open(Buffer.concat([before, bytes]));
        expect(archive.entries).toHaveLength(3);
        expect(await text(archive, 'word/document.xml')).toBe('<a>eins</a>'.repeat(100));
        expect(await text(archive, 'straße.txt')).toBe('zwei');
      }
    }
    expect((await open(zipFile([]))).entries).toEqual([]);
  });

  test('decodes names and times, and lets no name mislead', async () => {
    const unicodePath = Buffer.concat([Buffer.from([0x75, 0x70, 10, 0, 1, 0, 0, 0, 0]), Buffer.from('Ω.md')]);
    const extendedTime = Buffer.from([0x55, 0x54, 5, 0, 1, 0, 0, 0, 0]);
    extendedTime.writeInt32LE(1_700_000_000, 5);
    const { entries, find } = await open(
      zipFile([
        { name: Buffer.from('Gr\x81\xe1e 90\xf8.txt', 'latin1'), data: '' },
        { name: Buffer.from('Größe.txt'), data: '', extra: extendedTime },
        { name: Buffer.from('?.md'), data: '', extra: unicodePath },
        { name: '../../etc//passwd', data: '' },
        { name: 'C:\\new\\folder\\', data: '' },
        { name: 'a\u202egpj.exe\u0007', data: '' },
      ]),
    );
    expect(entries.map(({ name }) => name)).toEqual([
      'Grüße 90°.txt',
      'Größe.txt',
      'Ω.md',
      'etc/passwd',
      'C:/new/folder',
      'agpj.exe',
    ]);
    expect(entries.map(({ isDirectory }) => isDirectory)).toEqual([false, false, false, false, true, false]);
    expect(entries.map(({ modifiedAt }) => modifiedAt).slice(0, 2)).toEqual([
      new Date(1980, 0, 1).getTime(),
      1_700_000_000_000,
    ]);
    expect(find('ETC/passwd')).toBe(entries[3]);
  });

  test.each<[string, ZipMember, string, RegExp]>([
    ['encrypted', { name: 'a', data: 'x', encrypted: true }, 'CUBO_SOURCE_ENCRYPTED', /password.*"a"/],
    ['of an unknown method', { name: 'a', data: 'x', method: 14 }, 'CUBO_FORMAT_UNSUPPORTED', /"a" is packed by LZMA/],
    [
      'larger than it claims',
      { name: 'a', data: 'x'.repeat(1e6), deflate: true, claimedSize: 10 },
      'CUBO_LIMIT_EXCEEDED',
      /larger than the 10/,
    ],
    [
      'smaller than it claims',
      { name: 'a', data: 'x', deflate: true, claimedSize: 10 },
      'CUBO_FORMAT_INVALID',
      /cut off/,
    ],
    ['with a wrong checksum', { name: 'a', data: 'x', claimedChecksum: 1 }, 'CUBO_FORMAT_INVALID', /checksum/],
    ['no deflated data', { name: 'a', data: '\xff\xff\xff', method: 8 }, 'CUBO_FORMAT_INVALID', /"a" is damaged/],
    ['packed like a bomb', { name: 'a', data: 'x', claimedSize: 3e8 }, 'CUBO_LIMIT_EXCEEDED', /bombs/],
  ])('refuses a member that is %s', async (_, member, code, message) => {
    const archive = await openZip(
      memorySource({ name: 'a.zip', bytes: zipFile([member, { name: 'b', data: 'good' }]) }),
      { maximumBytes },
    );
    await expect(archive.read(archive.find('a') ?? expect.fail(), { maximumBytes: 1e9 })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      path: 'memory:a.zip',
    });
    expect(await text(archive, 'b')).toBe('good');
  });

  test('refuses a member over the limit of its reader', async () => {
    const archive = await open(zipFile(members));
    await expect(archive.read(archive.find('straße.txt') ?? expect.fail(), { maximumBytes: 3 })).rejects.toMatchObject({
      code: 'CUBO_SOURCE_TOO_LARGE',
    });
  });

  test('refuses overlapping members and too many', async () => {
    // Both entries of the directory lead to the first member.
    const overlapping = Buffer.from(
      zipFile([
        { name: 'a', data: 'x'.repeat(50) },
        { name: 'b', data: 'y'.repeat(50) },
      ]),
    );
    overlapping.writeUInt32LE(0, overlapping.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 42);
    await expect(open(overlapping)).rejects.toMatchObject({ code: 'CUBO_LIMIT_EXCEEDED', message: /"a" and "b"/ });
    const [one] = [zipFile([{ name: '', data: '' }])];
    const entry = Buffer.from(one.subarray(30, 76));
    const many = Buffer.concat([one.subarray(0, 30), ...Array<Buffer>(200_001).fill(entry), one.subarray(76)]);
    many.writeUInt16LE(200_001 % 65_536, many.length - 14);
    many.writeUInt16LE(200_001 % 65_536, many.length - 12);
    many.writeUInt32LE(200_001 * 46, many.length - 10);
    await expect(open(many)).rejects.toMatchObject({ code: 'CUBO_LIMIT_EXCEEDED', message: /200001 members/ });
  });

  test('stops where all that is unpacked is a bomb', () => {
    const small = createUnpackBudget(1000, 'a.zip');
    const large = createUnpackBudget(1e9, 'a.zip');
    for (let bytes = 0; bytes < 1_073_741_824; bytes += 2 ** 26) small(2 ** 26);
    for (let bytes = 0; bytes < 2e11; bytes += 1e10) large(1e10);
    for (const spend of [small, large])
      expect(() => spend(1)).toThrow(expect.objectContaining({ code: 'CUBO_LIMIT_EXCEEDED' }));
  });

  test('stops when it is told to, and when its reader stops', async () => {
    const archive = await open(zipFile([{ name: 'a', data: randomBytes(2_000_000), deflate: true }]));
    const [entry = expect.fail()] = archive.entries;
    for await (const piece of archive.stream(entry)) {
      expect(piece.byteLength).toBeGreaterThan(0);
      break;
    }
    const abort = new AbortController();
    const reading = async () => {
      for await (const _ of archive.stream(entry, { signal: abort.signal })) abort.abort(new Error('stop'));
    };
    await expect(reading()).rejects.toThrow('stop');
  });

  test('answers any cut or mutation with an error of its own', async () => {
    const bytes = zipFile(members.map((member) => ({ ...member, zip64: true })));
    const mutations = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(mutations, fc.integer({ min: 0, max: 2 * bytes.length }), async (changes, length) => {
        const mutated = Uint8Array.from(bytes);
        for (const [at, value] of changes) mutated[at] = value;
        try {
          const archive = await open(mutated.subarray(0, length));
          for (const entry of archive.entries) {
            const unpacked = await archive.read(entry, { maximumBytes: 1e6 });
            expect(unpacked.byteLength).toBe(entry.size);
          }
        } catch (error) {
          expect(error).toMatchObject({ name: 'CuboError', path: 'memory:a.zip' });
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
