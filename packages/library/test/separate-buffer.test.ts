import { describe, expect, test } from 'vitest';
import { separateBuffer } from '../src/separate-buffer.ts';

const MiB = 2 ** 20;

describe('separateBuffer', () => {
  test('gives zeros, as many as were asked for or more', () => {
    for (const bytes of [0, 1, 4096, MiB - 1, MiB, 5 * MiB, 40 * MiB]) {
      const buffer = separateBuffer(bytes);
      expect(buffer.byteLength).toBeGreaterThanOrEqual(bytes);
      expect(new Uint8Array(buffer, 0, bytes).every((byte) => byte === 0)).toBe(true);
    }
    expect(separateBuffer(MiB - 1).byteLength).toBe(MiB - 1);
    expect(separateBuffer(40 * MiB).byteLength).toBe(40 * MiB);
  });

  test.runIf(process.platform === 'linux')('leaves nothing behind, whatever was freed before', () => {
    // Makes the allocator keep what is smaller.
    new Uint8Array(24 * MiB).fill(1).buffer.transfer(0);
    const before = process.memoryUsage.rss();
    const held = Array.from({ length: 48 }, () => new Uint8Array(separateBuffer(2 * MiB), 0, 2 * MiB).fill(1));
    expect(process.memoryUsage.rss() - before).toBeGreaterThan(80 * MiB);
    // One that is still in use must not keep what lies below it.
    for (const [i, { buffer }] of held.entries()) if (i % 6 !== 5) buffer.transfer(0);
    expect(process.memoryUsage.rss() - before).toBeLessThan(32 * MiB);
    expect(held.filter(({ length }) => length > 0)).toHaveLength(8);
  });
});
