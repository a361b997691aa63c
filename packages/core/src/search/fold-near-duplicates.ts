import type { NearDuplicate, StoredChunk } from '@cubo/contracts';
import { estimatedSimilarity, minHash } from '@cubo/retrieval';

/** Chunks from this similarity on are near-duplicates: the share of three-word shingles that they have in common. */
export const nearDuplicateSimilarity = 0.8;

/** A hit that stands for all that are nearly the same. */
export interface FoldedHit<Hit> {
  readonly hit: Hit;
  readonly duplicates: readonly NearDuplicate[];
}

/**
 * Lets the best of several nearly equal chunks stand for all of them, until there are `limit`. Hits whose chunk is not
 * there count as gone.
 */
export function foldNearDuplicates<Hit extends { readonly id: number }>(
  ranked: readonly Hit[],
  chunks: ReadonlyMap<number, StoredChunk>,
  limit: number,
): FoldedHit<Hit>[] {
  const kept: { hit: Hit; signature: Uint32Array | undefined; duplicates: NearDuplicate[] }[] = [];
  for (const hit of ranked) {
    const chunk = chunks.get(hit.id);
    if (chunk === undefined) continue;
    const signature = minHash(chunk.text);
    let similarity = 0;
    const first = kept.find((other) => {
      if (signature === undefined || other.signature === undefined) return false;
      similarity = estimatedSimilarity(signature, other.signature);
      return similarity >= nearDuplicateSimilarity;
    });
    const { id, source, locator } = chunk;
    if (first !== undefined) first.duplicates.push({ id, source, locator, similarity });
    else if (kept.length < limit) kept.push({ hit, signature, duplicates: [] });
  }
  return kept;
}
