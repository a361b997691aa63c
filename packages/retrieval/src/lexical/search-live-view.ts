import { type ChunkSet, chunkSetCursor, type Hit, intersectChunkSets, type QueryTerm, topHits } from '@cubo/contracts';
import { type Bm25Parameters, bm25LengthNorm, inverseDocumentFrequency } from './bm25.ts';
import type { TermPostings } from './lexical-segment.ts';
import type { LiveSegment, LiveView } from './live-view.ts';
import { type Pacer, pacer, stepsPerLook } from './pacer.ts';
import { scoreWindows } from './score-windows.ts';
import { findQueryTerm } from './union-postings.ts';

/** What a search needs beside its view and terms. */
export interface ViewSearch {
  readonly parameters: Bm25Parameters;
  readonly limit: number;
  readonly filter: ChunkSet | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Ranks the live chunks by BM25. The number of chunks, the number that have a term and the mean length are those of the
 * live chunks, and the terms of each chunk are summed in the order of the query, so that scores do not depend on how
 * chunks are spread over segments.
 */
export async function searchLiveView(view: LiveView, terms: readonly QueryTerm[], search: ViewSearch): Promise<Hit[]> {
  const best = topHits(search.limit);
  const pace = pacer(search.signal);
  // Each term is looked up once in each segment.
  const found: (TermPostings | undefined)[][] = [];
  for (const { segment } of view.segments) {
    found.push(terms.map((term) => findQueryTerm(segment, term)));
    await pace();
  }
  const weights: number[] = [];
  for (const [index, term] of terms.entries()) {
    let documentFrequency = 0;
    for (const [number, segment] of view.segments.entries()) {
      documentFrequency += await liveDocumentFrequency(segment, found[number]?.[index], pace);
    }
    weights.push(term.frequency * inverseDocumentFrequency(view.chunks, documentFrequency));
  }
  const norm = bm25LengthNorm(search.parameters, view.tokens / view.chunks);
  for (const [number, live] of view.segments.entries()) {
    const { segment, positions } = live;
    const filter = search.filter && intersectChunkSets(positions, segment.positionsOf(search.filter));
    if (filter?.size === 0) continue;
    const isWhole = live.isWhole && (filter === undefined || filter.size === segment.documents);
    const allowed = isWhole ? undefined : (filter ?? positions);
    const scored = (found[number] ?? []).flatMap((postings, index) =>
      postings ? [{ postings: postings.cursor(), weight: weights[index] as number }] : [],
    );
    for (const scores of scoreWindows(scored, segment.lengths, norm, allowed)) {
      for (const [position, score] of scores) if (best.accepts(score)) best.offer(segment.idAt(position), score);
      await pace();
    }
  }
  return best.hits();
}

/** In how many live chunks of a segment a term stands. */
async function liveDocumentFrequency(
  { isWhole, positions }: LiveSegment,
  postings: TermPostings | undefined,
  pace: Pacer,
): Promise<number> {
  if (postings === undefined) return 0;
  if (isWhole && postings.documents !== undefined) return postings.documents;
  const cursor = postings.cursor();
  const isLive = chunkSetCursor(positions);
  let live = 0;
  for (let read = 1; cursor.next(); read++) {
    if (isLive(cursor.position)) live++;
    if (read % stepsPerLook === 0) await pace();
  }
  return live;
}
