import fc from 'fast-check';
import { expect, test } from 'vitest';
import { int8Records, recordBytes, scoreRecord, writeRecord } from '../../src/raw-vectors/int8-records.ts';

const finite = fc.float({ noNaN: true, noDefaultInfinity: true });
const vector = fc.array(finite, { minLength: 1, maxLength: 20 }).map((values) => Float32Array.from(values));

/** Component `i` of a record, read through its score against a unit vector. */
function component(records: ReturnType<typeof int8Records>, row: number, i: number): number {
  const axis = new Float64Array(records.dimensions);
  axis[i] = 1;
  return scoreRecord(records, row, axis);
}

test('each component is kept to half a step of its vector, however large or small', () => {
  fc.assert(
    fc.property(vector, (values) => {
      const records = int8Records(new Uint8Array(2 * recordBytes(values.length)), values.length);
      writeRecord(records, 1, values);
      const largest = Math.max(...values.map(Math.abs));
      // The scale is a float32 itself: half a step, and the rounding of the scale (or all of it, below the smallest
      // float32).
      const allowed = (largest / 127) * (0.5 + 1e-4) + 127 * 2 ** -149;
      for (const [i, value] of values.entries()) {
        expect(Math.abs(component(records, 1, i) - value)).toBeLessThanOrEqual(allowed);
      }
      expect(component(records, 0, 0)).toBe(0);
    }),
    // In the second example the scale is rounded down by a third.
    { seed: 3, numRuns: 1000, examples: [[Float32Array.of(3.4e38, -3.4e38)], [Float32Array.of(190 * 2 ** -149, 0)]] },
  );
});

test('the zero vector stays zero', () => {
  const records = int8Records(new Uint8Array(recordBytes(5)), 5);
  writeRecord(records, 0, new Float32Array(5));
  expect(scoreRecord(records, 0, Float64Array.of(1, 2, 3, 4, 5))).toBe(0);
});

test('a score is the inner product, whatever the dimensions are a multiple of', () => {
  for (let dimensions = 1; dimensions <= 9; dimensions++) {
    const records = int8Records(new Uint8Array(recordBytes(dimensions)), dimensions);
    const values = Float32Array.from({ length: dimensions }, (_, i) => (i % 2 === 0 ? 127 : -127));
    writeRecord(records, 0, values);
    const query = Float64Array.from({ length: dimensions }, (_, i) => 1 + i * i);
    expect(scoreRecord(records, 0, query)).toBe(values.reduce((sum, value, i) => sum + value * (1 + i * i), 0));
  }
});
