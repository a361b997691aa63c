import type { MergedHit, NearDuplicate, PassageExpansion, StoredChunk } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import { estimatedSimilarity, minHash } from '@cubo/retrieval';
import { createPacer } from '../embedders/latent/pacer.ts';
import { type ReadPassage, readPassages } from './read-passages.ts';
import type { RankedHit } from './rerank-hits.ts';

/** Chunks from this similarity on are near-duplicates: the share of three-word shingles that they have in common. */
export const nearDuplicateSimilarity = 0.8;

/** A hit with its chunk, and what it stands for. */
export interface CollectedHit {
  readonly hit: RankedHit;
  readonly chunk: StoredChunk;
  readonly passage: ReadPassage | undefined;
  readonly duplicates: readonly NearDuplicate[];
  readonly merged: readonly MergedHit[];
}

/** Hits whose chunks were read. */
export interface CollectedHits {
  readonly hits: readonly CollectedHit[];
  /** Whether the chunk of every hit that was looked at is there. */
  readonly isComplete: boolean;
}

/** How hits are collected. */
export interface CollectOptions {
  readonly limit: number;
  /** Whether the best of several nearly equal chunks stands for all of them. */
  readonly folds: boolean;
  /** Hits in the wider passage of a better one are merged with it. */
  readonly expand: PassageExpansion;
  readonly snapshot: LibrarySnapshot;
  read(ids: readonly number[]): Promise<ReadonlyMap<number, StoredChunk>>;
  readonly signal: AbortSignal | undefined;
}

interface KeptHit extends CollectedHit {
  readonly signature: Uint32Array | undefined;
  readonly duplicates: NearDuplicate[];
  readonly merged: MergedHit[];
}

/**
 * Reads chunks of ranked hits until there are `limit` that are not the same as a better one, nor in its passage. As many
 * are read as are needed for that.
 */
export async function collectHits(ranked: readonly RankedHit[], options: CollectOptions): Promise<CollectedHits> {
  const { limit, folds, expand, snapshot, read, signal } = options;
  const kept: KeptHit[] = [];
  const pacer = createPacer({ signal });
  let isComplete = true;
  for (let at = 0; at < ranked.length && kept.length < limit; ) {
    const batch = ranked.slice(at, at + limit - kept.length);
    at += batch.length;
    const chunks = await read(batch.map(({ id }) => id));
    isComplete &&= chunks.size === batch.length;
    const passages = await readPassages(snapshot, [...chunks.values()], expand);
    for (const hit of batch) {
      if (pacer.due()) await pacer.rest();
      const chunk = chunks.get(hit.id);
      if (chunk === undefined) continue;
      const { id, source, locator } = chunk;
      const parent = expand === 'none' ? undefined : kept.find((other) => isWithin(chunk, other));
      if (parent !== undefined) {
        parent.merged.push({ id, locator, score: hit.score });
        continue;
      }
      const signature = folds ? minHash(chunk.text) : undefined;
      const first = folds ? nearest({ chunk, signature }, kept) : undefined;
      if (first !== undefined) first.hit.duplicates.push({ id, source, locator, similarity: first.similarity });
      else kept.push({ hit, chunk, passage: passages.get(id)?.(), signature, duplicates: [], merged: [] });
    }
  }
  return { hits: kept, isComplete };
}

/** Whether a chunk lies in the passage of a hit. */
function isWithin({ documentId, locator }: StoredChunk, { chunk, passage }: CollectedHit): boolean {
  if (passage === undefined || chunk.documentId !== documentId) return false;
  return passage.locator.start <= locator.start && locator.end <= passage.locator.end;
}

/** The first of the hits that is nearly the same. Texts without words are compared as they are. */
function nearest(
  { chunk, signature }: Pick<KeptHit, 'chunk' | 'signature'>,
  kept: readonly KeptHit[],
): { readonly hit: KeptHit; readonly similarity: number } | undefined {
  for (const hit of kept) {
    if (chunk.text === hit.chunk.text) return { hit, similarity: 1 };
    if (signature === undefined || hit.signature === undefined) continue;
    const similarity = estimatedSimilarity(signature, hit.signature);
    if (similarity >= nearDuplicateSimilarity) return { hit, similarity };
  }
  return undefined;
}
