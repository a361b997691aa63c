import { randomVectors } from '../random-vectors.ts';

/** Unit vectors around random centres; the same seed gives the same vectors. The larger the spread, the less clustered. */
export function clusteredVectors(
  count: number,
  dimensions: number,
  { clusters, spread, seed }: { clusters: number; spread: number; seed: number },
): Float32Array[] {
  const centres = randomVectors(clusters, dimensions, seed);
  return randomVectors(count, dimensions, seed + 1).map((direction, i) => {
    const centre = centres[(i * 7919) % clusters] as Float32Array;
    const vector = direction.map((value, j) => (centre[j] as number) + spread * value);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}
