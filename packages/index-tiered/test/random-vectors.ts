/** Unit vectors in random directions; the same seed gives the same vectors. */
export function randomVectors(count: number, dimensions: number, seed: number): Float32Array[] {
  let state = seed;
  const next = () => {
    // Mulberry32: a counter, mixed.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: dimensions }, () => next() + next() + next() - 1.5);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}
