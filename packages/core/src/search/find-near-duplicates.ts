import { setImmediate } from 'node:timers/promises';
import type { Locator, Scope, StoredChunk } from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';
import { createCandidateGroups, estimatedSimilarity, minHash } from '@cubo/retrieval';
import { absoluteScope } from './absolute-scope.ts';
import { assertScope } from './assert-scope.ts';
import { nearDuplicateSimilarity } from './collect-hits.ts';

/** Passages that are nearly the same. */
export interface NearDuplicateGroup {
  /** Two or more, in the order of ingestion. */
  readonly passages: readonly { readonly id: number; readonly source: string; readonly locator: Locator }[];
  /** The text of the first. */
  readonly text: string;
  /** How similar the least similar one is to the first: 0.8 to 1. */
  readonly similarity: number;
}

/** Options of `cubo.nearDuplicates`. */
export interface NearDuplicatesOptions {
  /** Look among these documents only. */
  readonly scope?: Scope | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Chunks read at a time. */
const readBatch = 256;

/**
 * Reads all passages once, and finds those that are nearly the same: candidates by locality-sensitive hashing of their
 * MinHash signatures, each then compared with the first of its group. Memory grows by 80 bytes for each passage.
 */
export async function* findNearDuplicates(
  library: Library,
  { scope, signal }: NearDuplicatesOptions,
): AsyncGenerator<NearDuplicateGroup, void, undefined> {
  assertScope(scope);
  const snapshot = await library.readSnapshot({ signal });
  const wanted = scope === undefined ? snapshot.chunks : await snapshot.scope(absoluteScope(scope), { signal });
  const candidates = createCandidateGroups();
  let scanned = 0;
  for await (const { id, text } of snapshot.scan(wanted, { signal })) {
    const signature = minHash(text);
    if (signature !== undefined) candidates.add(id, signature);
    if (++scanned % 64 === 0) await setImmediate();
  }
  for (const ids of candidates.groups()) {
    signal?.throwIfAborted();
    yield* verifiedGroups(snapshot, ids);
  }
}

/** Divides candidates into groups of those that are as similar to their first. */
async function* verifiedGroups(snapshot: LibrarySnapshot, ids: readonly number[]): AsyncGenerator<NearDuplicateGroup> {
  let left = ids;
  while (left.length > 1) {
    const rest: number[] = [];
    const passages: StoredChunk[] = [];
    let first: Uint32Array | undefined;
    let similarity = 1;
    for (let at = 0; at < left.length; at += readBatch) {
      const batch = left.slice(at, at + readBatch);
      const chunks = await snapshot.read(batch);
      for (const id of batch) {
        const chunk = chunks.get(id);
        const signature = chunk && minHash(chunk.text);
        if (chunk === undefined || signature === undefined) continue;
        first ??= signature;
        const found = estimatedSimilarity(first, signature);
        if (found < nearDuplicateSimilarity) rest.push(id);
        else {
          similarity = Math.min(similarity, found);
          passages.push(chunk);
        }
      }
    }
    const [head] = passages;
    if (head !== undefined && passages.length > 1) {
      yield {
        passages: passages.map(({ id, source, locator }) => ({ id, source, locator })),
        text: head.text,
        similarity,
      };
    }
    left = rest;
  }
}
