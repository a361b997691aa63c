/**
 * The highest level of a vertex: each level holds every m-th vertex of the one below on average, which is the paper's
 * normalization 1 / ln(m). It depends on nothing but seed and number, so that it is the same whenever it is asked.
 *
 * @param m from 2 on
 */
export function vertexLevel(seed: number, vertex: number, m: number): number {
  // Mulberry32: a counter, mixed.
  const state = (seed + Math.imul(vertex + 1, 0x6d2b79f5)) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  const drawn = (mixed ^ (mixed >>> 14)) >>> 0;
  let level = 0;
  // Divisions instead of a logarithm, which may be rounded differently by another engine.
  for (let bound = 2 ** 32 / m; bound >= 1 && drawn < bound; bound /= m) level++;
  return level;
}
