import { type IngestEvent, indexedText, type StoredChunk } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import { compareCoverage } from './compare-coverage.ts';
import { probedBatches } from './probed-batches.ts';
import type { VectorSpace } from './vector-space.ts';

/** Vectors between two flushes: what an interruption repeats at most. */
const flushEvery = 4096;

/**
 * Makes a tier hold exactly the live chunks, embedding what it lacks, unless `isOver` ends it before. Interrupted, it goes on
 * where the last flush was.
 */
export async function* fillVectorTier(
  { embedder, tier }: VectorSpace,
  snapshot: LibrarySnapshot,
  { signal, isOver = () => false }: { signal?: AbortSignal | undefined; isOver?: (() => boolean) | undefined },
): AsyncGenerator<Extract<IngestEvent, { type: 'embedding' }>> {
  const { missing, extra } = compareCoverage(tier, snapshot.chunks);
  if (missing.size === 0 && extra.size === 0) return;
  await tier.remove(extra);
  const batches = probedBatches(embedder);
  let done = 0;
  let unflushed = 0;
  let batch: StoredChunk[] = [];
  const embedBatch = async (): Promise<void> => {
    const vectors = await batches.embed(batch.map(indexedText), { signal });
    await tier.add({ ids: batch.map((chunk) => chunk.id), vectors }, { signal });
    unflushed += batch.length;
    batch = [];
  };
  try {
    for await (const chunk of snapshot.scan(missing, { signal })) {
      batch.push(chunk);
      if (batch.length >= batches.size) await embedBatch();
      const ends = isOver() && done + unflushed < missing.size;
      if (unflushed === 0 || (unflushed < flushEvery && !ends)) continue;
      await tier.flush();
      done += unflushed;
      unflushed = 0;
      yield { type: 'embedding', done, total: missing.size };
      if (ends) return;
    }
    if (batch.length > 0) await embedBatch();
  } catch (error) {
    // What a slow model has made by then is kept. What fails here as well says nothing about why it ended.
    if (unflushed > 0) await tier.flush().catch(() => {});
    throw error;
  }
  await tier.flush();
  if (missing.size > 0) yield { type: 'embedding', done: done + unflushed, total: missing.size };
}
