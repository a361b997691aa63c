import { type ChunkSet, type Hit, intersectChunkSets, type QueryTerm, topHits } from '@cubo/contracts';
import type { TermPostings } from '../lexical-segment.ts';
import { type Pacer, pacer } from '../pacer.ts';
import { type Bm25Parameters, bm25LengthNorm, inverseDocumentFrequency } from './bm25.ts';
import { liveDocumentFrequency } from './document-frequency.ts';
import type { LiveView } from './live-view.ts';
import { scoreUnit } from './score-unit.ts';
import { scoredTerm } from './scored-term.ts';
import { searchSegment } from './search-segment.ts';

/** What a search needs beside its view and terms. */
export interface ViewSearch {
  readonly parameters: Bm25Parameters;
  readonly limit: number;
  readonly filter: ChunkSet | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Ranks the live chunks by BM25. The number of chunks, the number that have a term and the mean length are those of the
 * live chunks, and scores are added up without rounding, so that they do not depend on how chunks are spread over
 * segments.
 */
export async function searchLiveView(view: LiveView, terms: readonly QueryTerm[], search: ViewSearch): Promise<Hit[]> {
  const best = topHits(search.limit);
  if (search.limit === 0) return [];
  const pace = pacer(search.signal);
  // Each form of a word is looked up once in each segment.
  const found: TermPostings[][][] = [];
  for (const { segment } of view.segments) {
    found.push(terms.map(({ variants }) => variants.flatMap((variant) => segment.find(variant) ?? [])));
    await pace();
  }
  const weights: number[] = [];
  for (const [index, term] of terms.entries()) {
    const frequency = await documentFrequency(view, term, (segment) => found[segment]?.[index] ?? [], pace);
    weights.push(term.frequency * inverseDocumentFrequency(view.chunks, frequency));
  }
  const unit = scoreUnit(weights);
  const norm = bm25LengthNorm(search.parameters, view.tokens / view.chunks);
  const share = (frequency: number, length: number) => frequency / (frequency + norm(length));
  for (const [number, live] of view.segments.entries()) {
    const { segment, positions } = live;
    const filter = search.filter && intersectChunkSets(positions, segment.positionsOf(search.filter));
    if (filter?.size === 0) continue;
    const isWhole = live.isWhole && (filter === undefined || filter.size === segment.documents);
    const scored = (found[number] as TermPostings[][]).flatMap((forms, index) => {
      if (forms.length === 0) return [];
      const scoring = { weight: (weights[index] as number) / unit, share, lengths: segment.lengths };
      return [
        scoredTerm(
          forms.map((form) => form.cursor()),
          scoring,
        ),
      ];
    });
    const windows = searchSegment(
      {
        terms: scored,
        allowed: isWhole ? undefined : (filter ?? positions),
        documents: segment.documents,
        unit,
        idAt: segment.idAt,
      },
      best,
    );
    for (const _ of windows) {
      const turn = pace();
      if (turn !== undefined) await turn;
    }
  }
  return best.hits();
}

/** Counted once for each word and view. */
async function documentFrequency(
  view: LiveView,
  { variants }: QueryTerm,
  postingsIn: (segment: number) => readonly TermPostings[],
  pace: Pacer,
): Promise<number> {
  const key = variants.join(' ');
  let frequency = view.documentFrequencies.get(key);
  if (frequency === undefined) {
    frequency = 0;
    for (const [number, segment] of view.segments.entries()) {
      frequency += await liveDocumentFrequency(segment, postingsIn(number), pace);
    }
    view.documentFrequencies.set(key, frequency);
  }
  return frequency;
}
