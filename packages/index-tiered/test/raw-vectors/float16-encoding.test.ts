import fc from 'fast-check';
import { expect, test } from 'vitest';
import { float16Encoding, fromFloat16, toFloat16 } from '../../src/raw-vectors/float16-encoding.ts';

test('all 65 536 bit patterns that are numbers are read and written again as they are', () => {
  for (let half = 0; half < 65_536; half++) {
    const value = fromFloat16(half);
    if (Number.isNaN(value)) continue;
    // There is a zero with a sign.
    expect(toFloat16(value), half.toString(16)).toBe(half);
  }
});

test('a number becomes the nearest of them, and the even one of two', () => {
  const all = Array.from({ length: 0x7c00 }, (_, half) => fromFloat16(half));
  fc.assert(
    fc.property(fc.double({ min: -65_504, max: 65_504, noNaN: true }), (value) => {
      const float = Math.fround(value);
      const half = toFloat16(float);
      const distance = Math.abs(fromFloat16(half) - float);
      const magnitude = half & 0x7fff;
      for (const other of [magnitude - 1, magnitude + 1]) {
        if (other < 0 || other >= all.length) continue;
        const otherDistance = Math.abs((all[other] as number) - Math.abs(float));
        expect(distance).toBeLessThanOrEqual(otherDistance);
        if (distance === otherDistance) expect(magnitude % 2).toBe(0);
      }
    }),
    { seed: 5, numRuns: 3000, examples: [[2 ** -25], [3 * 2 ** -25], [1 + 2 ** -11], [1 + 3 * 2 ** -11], [65_503]] },
  );
});

test('numbers beyond the largest become the largest; a vector is read as it was written', () => {
  expect(fromFloat16(toFloat16(1e9))).toBe(65_504);
  expect(fromFloat16(toFloat16(-1e9))).toBe(-65_504);
  expect(fromFloat16(toFloat16(Number.POSITIVE_INFINITY))).toBe(Number.POSITIVE_INFINITY);
  expect(fromFloat16(toFloat16(Number.NaN))).toBeNaN();
  const records = new Uint8Array(20);
  float16Encoding.write(records, 8, Float32Array.of(0.5, -0.25, 1));
  const read = new Float32Array(3);
  float16Encoding.read(records, 8, read);
  expect([...read]).toEqual([0.5, -0.25, 1]);
  expect(records.subarray(0, 8).every((byte) => byte === 0)).toBe(true);
});
