/** Numbers from 0 to below 1; the same seed gives the same ones (Mulberry32: a counter, mixed). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Chooses `count` of the positions from 0 to below `size`, each set of them as likely as any other; ascending. All of
 * them where there are no more.
 */
export function samplePositions(size: number, count: number, random: () => number): Uint32Array {
  const wanted = Math.min(size, count);
  const chosen = new Uint32Array(wanted);
  let taken = 0;
  // Selection sampling (Knuth, The Art of Computer Programming, volume 2, algorithm S).
  for (let position = 0; taken < wanted; position++) {
    if (random() * (size - position) < wanted - taken) chosen[taken++] = position;
  }
  return chosen;
}
