import fc from 'fast-check';
import { expect, test } from 'vitest';
import { int8Encoding } from '../../src/raw-vectors/int8-encoding.ts';

// Below the largest float32: a scale is rounded, and 127 of it may lie beyond.
const finite = fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(-3.3e38), max: Math.fround(3.3e38) });
const vector = fc.array(finite, { minLength: 1, maxLength: 20 }).map((values) => Float32Array.from(values));

function roundTrip(values: Float32Array): Float32Array {
  const size = int8Encoding.bytes(values.length);
  const records = new Uint8Array(3 * size).fill(0xa5);
  int8Encoding.write(records, size, values);
  // The records on either side are left alone.
  expect(records.subarray(0, size).every((byte) => byte === 0xa5)).toBe(true);
  expect(records.subarray(2 * size).every((byte) => byte === 0xa5)).toBe(true);
  const read = new Float32Array(values.length);
  int8Encoding.read(records, size, read);
  return read;
}

test('each component is kept to half a step of its vector, however large or small', () => {
  fc.assert(
    fc.property(vector, (values) => {
      const largest = Math.max(...values.map(Math.abs));
      // The scale is a float32 itself: half a step, and the rounding of the scale (or all of it, below the smallest
      // float32).
      const allowed = (largest / 127) * (0.5 + 1e-4) + 127 * 2 ** -149;
      const read = roundTrip(values);
      for (const [i, value] of values.entries()) {
        expect(Math.abs((read[i] as number) - value)).toBeLessThanOrEqual(allowed);
      }
    }),
    // In the second example the scale is rounded down by a third.
    { seed: 3, numRuns: 1000, examples: [[Float32Array.of(3.3e38, -3.3e38)], [Float32Array.of(190 * 2 ** -149, 0)]] },
  );
});

test('the zero vector stays zero', () => {
  expect([...roundTrip(new Float32Array(5))]).toEqual([0, 0, 0, 0, 0]);
});

test('what was read and is written again stays the same', () => {
  fc.assert(
    fc.property(vector, (values) => {
      const once = roundTrip(values);
      for (const [i, value] of roundTrip(once).entries()) {
        expect(Math.abs(value - (once[i] as number))).toBeLessThanOrEqual(1e-6 * Math.abs(value) + 127 * 2 ** -149);
      }
    }),
    { seed: 4, numRuns: 300 },
  );
});
