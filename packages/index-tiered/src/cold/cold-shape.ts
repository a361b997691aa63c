/** How finely vectors are quantized: `balanced` for recall at little rescoring, `compact` for the fewest bytes. */
export type ColdProfile = 'balanced' | 'compact';

/** Dimensions of a part that `balanced` aims at: finer parts take fewer candidates to be scored exactly. */
const balancedWidth = 4;
/** Beyond it, tables for a query leave the processor's cache. */
const mostParts = 128;
/** Bytes of a code in `compact`, as in the paper. */
const compactParts = 8;

/**
 * Parts into which vectors are cut, and so the bytes of a code: the divisor of the dimensions nearest to what the profile
 * aims at, the larger of two.
 */
export function chooseParts(dimensions: number, profile: ColdProfile): number {
  const aim = profile === 'compact' ? compactParts : Math.min(mostParts, dimensions / balancedWidth);
  const distance = (parts: number) => Math.abs(Math.log(parts / aim));
  let best = 1;
  for (let parts = 1; parts <= dimensions; parts++) {
    if (dimensions % parts === 0 && distance(parts) <= distance(best)) best = parts;
  }
  return best;
}

/** Inverted lists for a number of vectors: four times its square root, but at least 39 vectors to train each on. */
export function chooseLists(vectors: number): number {
  return Math.max(1, Math.min(Math.round(4 * Math.sqrt(vectors)), Math.floor(vectors / 39)));
}
