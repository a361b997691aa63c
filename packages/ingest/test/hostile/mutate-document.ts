import { isCuboError } from '@cubo/contracts';
import { openZip } from '../../src/zip/open-zip.ts';
import { bytesSource } from '../helpers/bytes-source.ts';
import { zipFile } from '../helpers/zip-file.ts';
import type { SampleDocument } from './sample-documents.ts';

/** A generator of numbers (mulberry32): from 0 up to, but not including, `below`. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const spells = [
  '\0',
  '\uffff',
  '<',
  '>',
  '</',
  '<![CDATA[',
  '&amp;',
  '&#x0;',
  '&#xD800;',
  '"',
  '{{{{',
  '}}',
  '[[[[',
  '\\',
  '\\bin9999999 ',
  '--b',
  '>>',
  '<<',
  'obj',
  'endobj',
  'stream\n',
  '/Kids [1 0 R]',
  '/Count 99999999',
  '99999999999999999999',
  '-1',
  '1e999',
  'PK\x03\x04',
  'PK\x05\x06',
  '\ufeff',
];

/** One way to damage bytes. */
type Mutation = (bytes: Buffer, random: (below: number) => number, other: Uint8Array) => Buffer;

const mutations: readonly Mutation[] = [
  (bytes, random) => {
    for (let i = 0; i <= random(20); i++) bytes[random(bytes.length)] = random(256);
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => {
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(200))]);
  },
  (bytes, random) => {
    const at = random(bytes.length);
    const repeated = bytes.subarray(at, at + random(300));
    return Buffer.concat([bytes.subarray(0, at), ...Array<Buffer>(1 + random(50)).fill(repeated), bytes.subarray(at)]);
  },
  (bytes, random, other) => {
    const at = random(bytes.length);
    const from = random(other.length);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + random(2000)), bytes.subarray(at)]);
  },
  (bytes, random) => {
    if (bytes.length < 4) return bytes;
    const values = [0, 1, 0x7fffffff, 0xffffffff, 0x80000000, bytes.length];
    bytes.writeUInt32LE((values[random(values.length)] as number) >>> 0, random(bytes.length - 3));
    return bytes;
  },
  (bytes, random) => {
    const at = random(bytes.length);
    const spell = Buffer.from(spells[random(spells.length)] as string);
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array<Buffer>(1 + random(3) * random(400)).fill(spell),
      bytes.subarray(at),
    ]);
  },
  (bytes, random) => bytes.fill(random(2) * 255, random(bytes.length), random(bytes.length)),
];

function damage(bytes: Uint8Array, random: (below: number) => number, other: Uint8Array): Buffer {
  let damaged: Buffer = Buffer.from(bytes);
  for (let i = 0; i <= random(3); i++) {
    if (damaged.length === 0) break;
    damaged = (mutations[random(mutations.length)] as Mutation)(damaged, random, other);
  }
  return damaged;
}

/** Damages a document: its bytes, or in half of the archives a member, which is then packed again. */
export async function mutateDocument(
  document: SampleDocument,
  other: SampleDocument,
  random: (below: number) => number,
): Promise<SampleDocument> {
  const { name, bytes } = document;
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const inside = isArchive && random(2) === 1 ? await damageMember(document, other, random) : undefined;
  return { name, bytes: inside ?? damage(bytes, random, other.bytes) };
}

/** Damages one member of an archive; `undefined` for an archive that cannot be unpacked as it is. */
async function damageMember(
  { name, bytes }: SampleDocument,
  other: SampleDocument,
  random: (below: number) => number,
): Promise<Uint8Array | undefined> {
  try {
    const archive = await openZip(bytesSource(name, bytes), { maximumBytes: 1e8 });
    const chosen = random(archive.entries.length);
    const members = [];
    for (const [index, entry] of archive.entries.entries()) {
      const data = await archive.read(entry, { maximumBytes: 1e8 });
      const damaged = index === chosen ? damage(data, random, other.bytes) : data;
      members.push({ name: entry.name, data: damaged, deflate: true });
    }
    await archive.close();
    return zipFile(members);
  } catch (error) {
    if (isCuboError(error)) return undefined;
    throw error;
  }
}
