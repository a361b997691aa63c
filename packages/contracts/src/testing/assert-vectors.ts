import assert from 'node:assert/strict';

/** Fails unless the vector is a `Float32Array` of the dimensions, finite, and of unit length or all zero. */
export function assertVector(vector: Float32Array, dimensions: number, name: string): void {
  const length = finiteLength(vector, dimensions, name);
  assert.ok(length === 0 || Math.abs(length - 1) < 1e-3, `${name}: the vector has length ${length}, not 1 or 0`);
}

/** Fails unless the vector is a `Float32Array` of the dimensions, finite, and not longer than unit length. */
export function assertQueryVector(vector: Float32Array, dimensions: number, name: string): void {
  const length = finiteLength(vector, dimensions, name);
  assert.ok(length <= 1 + 1e-3, `${name}: the vector has length ${length}, more than 1`);
}

function finiteLength(vector: Float32Array, dimensions: number, name: string): number {
  assert.ok(vector instanceof Float32Array, `${name}: the vector is no Float32Array`);
  assert.equal(vector.length, dimensions, `${name}: the vector has wrong dimensions`);
  assert.ok(vector.every(Number.isFinite), `${name}: the vector holds values that are not finite`);
  return Math.hypot(...vector);
}

/** Fails unless the two lists hold the same vectors, to 1e-5 in each component. */
export function assertSameVectors(
  actual: readonly Float32Array[],
  expected: readonly Float32Array[],
  what: string,
): void {
  assert.equal(actual.length, expected.length, `${what}: another number of vectors`);
  for (const [index, vector] of actual.entries()) {
    const other = expected[index] as Float32Array;
    assert.equal(vector.length, other.length, `${what}: vector ${index} has other dimensions`);
    const distance = vector.reduce((most, value, i) => Math.max(most, Math.abs(value - (other[i] as number))), 0);
    assert.ok(distance <= 1e-5, `${what}: vector ${index} differs by ${distance}`);
  }
}
