/** Numbers from 0 (included) to 1 (excluded); the same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    // Mulberry32: a counter, mixed.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Float32 numbers of both signs; of every eight one is 0, one is large and one is subnormal, on average. */
export function floats(length: number, random: () => number): Float32Array {
  return Float32Array.from({ length }, () => {
    const value = 2 * random() - 1;
    const choice = Math.floor(8 * random());
    if (choice === 0) return 0;
    if (choice === 1) return value * 2 ** 40;
    return choice === 2 ? value * 2 ** -130 : value;
  });
}

/** Small integers, among which many sums and distances are equal, and all of them exact. */
export function smallIntegers(length: number, random: () => number): Float32Array {
  return Float32Array.from({ length }, () => Math.floor(5 * random()) - 2);
}

/** Bytes of any value. */
export function bytes(length: number, random: () => number): Uint8Array {
  return Uint8Array.from({ length }, () => Math.floor(256 * random()));
}
