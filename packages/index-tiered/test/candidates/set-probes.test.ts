import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { setProbes } from '../../src/candidates/engines/set-probes.ts';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** The head of an index of FAISS's: four letters, dimensions, vectors, twice 2^20, trained, metric; lists and probes. */
function head(letters: string, vectors: number, lists: number, probes = 1): Buffer {
  const bytes = Buffer.alloc(53);
  bytes.write(letters, 'latin1');
  bytes.writeInt32LE(8, 4);
  bytes.writeBigInt64LE(BigInt(vectors), 8);
  bytes.writeBigInt64LE(1n << 20n, 16);
  bytes.writeBigInt64LE(1n << 20n, 24);
  bytes.writeUInt8(1, 32);
  bytes.writeBigUInt64LE(BigInt(lists), 37);
  bytes.writeBigUInt64LE(BigInt(probes), 45);
  return bytes;
}

function probesOf(content: Buffer, at: number, wanted: number | undefined): bigint {
  const file = join(temporaryDirectory(), 'index');
  writeFileSync(file, content);
  setProbes(file, 500, wanted);
  const written = readFileSync(file);
  // Nothing else has changed.
  expect(written.subarray(0, at + 45).equals(content.subarray(0, at + 45))).toBe(true);
  expect(written.subarray(at + 53).equals(content.subarray(at + 53))).toBe(true);
  return written.readBigUInt64LE(at + 45);
}

describe('the number of probes in a file of FAISS', () => {
  test('is what is wanted, at most the number of lists, and their square root by default', () => {
    const content = Buffer.concat([head('IwPQ', 500, 64), Buffer.alloc(100)]);
    expect(probesOf(content, 0, 5)).toBe(5n);
    expect(probesOf(content, 0, 100)).toBe(64n);
    expect(probesOf(content, 0, undefined)).toBe(8n);
  });

  test('is found behind other heads and behind matrices, also where a piece that is read ends within it', () => {
    const matrix = Buffer.from(Float32Array.from(randomVectors(1000, 900, 3).flatMap((each) => [...each])).buffer);
    for (const gap of [0, 1, (1 << 20) - 60, (1 << 20) - 53 - 20, (1 << 20) - 1, 1 << 20, matrix.length]) {
      const outer = head('IxPT', 500, 0, 0);
      const content = Buffer.concat([outer, matrix.subarray(0, gap), head('IwFl', 500, 64), Buffer.alloc(10)]);
      expect(probesOf(content, outer.length + gap, 7), String(gap)).toBe(7n);
    }
  });

  test('is left alone where there is none', () => {
    for (const content of [
      Buffer.alloc(0),
      head('IxFI', 500, 64),
      head('IwPQ', 499, 64),
      head('IwPQ', 500, 64).subarray(0, 52),
      Buffer.from('IwPQ'.repeat(40)),
    ]) {
      const file = join(temporaryDirectory(), 'index');
      writeFileSync(file, content);
      setProbes(file, 500, 9);
      expect(readFileSync(file)).toEqual(content);
    }
  });
});
