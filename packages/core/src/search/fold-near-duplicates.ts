import type { NearDuplicate, StoredChunk } from '@cubo/contracts';
import { estimatedSimilarity, minHash } from '@cubo/retrieval';

/** Chunks from this similarity on are near-duplicates: the share of three-word shingles that they have in common. */
export const nearDuplicateSimilarity = 0.8;

/** A hit with its chunk, and what it stands for. */
export interface ReadHit<Hit> {
  readonly hit: Hit;
  readonly chunk: StoredChunk;
  readonly duplicates: readonly NearDuplicate[];
}

/** Hits whose chunks were read. */
export interface ReadHits<Hit> {
  readonly hits: readonly ReadHit<Hit>[];
  /** Whether the chunk of every hit that was looked at is there. */
  readonly isComplete: boolean;
}

type ReadChunks = (ids: readonly number[]) => Promise<ReadonlyMap<number, StoredChunk>>;

/** Reads the chunks of the first `limit` hits. */
export async function readHits<Hit extends { readonly id: number }>(
  ranked: readonly Hit[],
  limit: number,
  read: ReadChunks,
): Promise<ReadHits<Hit>> {
  const first = ranked.slice(0, limit);
  const chunks = await read(first.map(({ id }) => id));
  const hits = first.flatMap((hit) => {
    const chunk = chunks.get(hit.id);
    return chunk === undefined ? [] : [{ hit, chunk, duplicates: [] }];
  });
  return { hits, isComplete: hits.length === first.length };
}

/**
 * Lets the best of several nearly equal chunks stand for all of them, until there are `limit`. As many chunks are read
 * as are needed for that.
 */
export async function foldNearDuplicates<Hit extends { readonly id: number }>(
  ranked: readonly Hit[],
  limit: number,
  read: ReadChunks,
): Promise<ReadHits<Hit>> {
  const kept: (ReadHit<Hit> & { signature: Uint32Array | undefined; duplicates: NearDuplicate[] })[] = [];
  let isComplete = true;
  for (let at = 0; at < ranked.length && kept.length < limit; ) {
    const next = await readHits(ranked.slice(at), limit - kept.length, read);
    at += limit - kept.length;
    isComplete &&= next.isComplete;
    for (const { hit, chunk } of next.hits) {
      const signature = minHash(chunk.text);
      let similarity = 0;
      const first = kept.find((other) => {
        if (signature === undefined || other.signature === undefined) return false;
        similarity = estimatedSimilarity(signature, other.signature);
        return similarity >= nearDuplicateSimilarity;
      });
      const { id, source, locator } = chunk;
      if (first !== undefined) first.duplicates.push({ id, source, locator, similarity });
      else kept.push({ hit, chunk, signature, duplicates: [] });
    }
  }
  return { hits: kept, isComplete };
}
