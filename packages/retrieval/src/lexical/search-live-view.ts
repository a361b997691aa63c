import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ChunkSet, chunkSetCursor, type Hit, intersectChunkSets, type QueryTerm } from '@cubo/contracts';
import { type Bm25Parameters, bm25LengthNorm, bm25TermWeight } from './bm25.ts';
import type { LiveSegment, LiveView } from './live-view.ts';
import { scoreWindows } from './score-windows.ts';
import { topHits } from './top-hits.ts';
import { termPostings } from './union-postings.ts';

/** What a search needs beside its view and terms. */
export interface ViewSearch {
  readonly parameters: Bm25Parameters;
  readonly limit: number;
  readonly filter: ChunkSet | undefined;
  readonly signal: AbortSignal | undefined;
}

const turnMilliseconds = 20;

/**
 * Ranks the live chunks by BM25. The number of chunks, the number that have a term and the mean length are those of the
 * live chunks, and the terms of each chunk are summed in the order of the query, so that scores do not depend on how
 * chunks are spread over segments.
 */
export async function searchLiveView(view: LiveView, terms: readonly QueryTerm[], search: ViewSearch): Promise<Hit[]> {
  const best = topHits(search.limit);
  const pause = turnTaker(search.signal);
  const weights: number[] = [];
  for (const term of terms) {
    let chunks = 0;
    for (const segment of view.segments) {
      chunks += countLive(segment, term);
      await pause();
    }
    weights.push(term.frequency * bm25TermWeight(view.chunks, chunks));
  }
  const norm = bm25LengthNorm(search.parameters, view.tokens / view.chunks);
  for (const live of view.segments) {
    const { segment, positions } = live;
    const filter = search.filter && intersectChunkSets(positions, segment.positionsOf(search.filter));
    if (filter?.size === 0) continue;
    const isWhole = live.isWhole && (filter === undefined || filter.size === segment.documents);
    const allowed = isWhole ? undefined : (filter ?? positions);
    const scored = terms.flatMap((term, index) => {
      const postings = termPostings(segment, term);
      return postings ? [{ postings, weight: weights[index] as number }] : [];
    });
    for (const scores of scoreWindows(scored, segment.lengths, norm, allowed)) {
      for (const [position, score] of scores) if (best.accepts(score)) best.add({ id: segment.idAt(position), score });
      await pause();
    }
  }
  return best.sorted();
}

function countLive(live: LiveSegment, term: QueryTerm): number {
  const postings = termPostings(live.segment, term);
  if (postings === undefined) return 0;
  if (live.isWhole && postings.documents !== undefined) return postings.documents;
  const isLive = chunkSetCursor(live.positions);
  let chunks = 0;
  while (postings.next()) if (isLive(postings.position)) chunks++;
  return chunks;
}

/** Lets other work of the process run now and then, and notices an abort. */
function turnTaker(signal: AbortSignal | undefined): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turnMilliseconds) return;
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
