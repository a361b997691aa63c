/** A random unit vector; the same seed gives the same vector. */
export function randomUnitVector(dimensions: number, seed: number): Float32Array {
  // Marsaglia's xorshift32, started well away from zero.
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  // Box and Muller: normally distributed components make a direction that is uniform on the sphere.
  const values = Array.from(
    { length: dimensions },
    () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  );
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

/** A unit vector whose inner product with the unit vector `query` is `score`; the seed chooses among them. */
export function vectorWithScore(query: Float32Array, score: number, seed: number): Float32Array {
  const random = randomUnitVector(query.length, seed + 1000);
  const along = random.reduce((sum, value, i) => sum + value * (query[i] as number), 0);
  const across = random.map((value, i) => value - along * (query[i] as number));
  const length = Math.hypot(...across);
  const side = Math.sqrt(1 - score * score) / length;
  return query.map((value, i) => score * value + side * (across[i] as number));
}
