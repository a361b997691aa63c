import { type ChunkSet, type Hit, intersectChunkSets, type PhraseWord, type QueryTerm, topHits } from '@cubo/contracts';
import type { TermPostings } from '../lexical-segment.ts';
import { type Pacer, pacer } from '../pacer.ts';
import { memoryPostings } from '../postings/memory-postings.ts';
import type { PostingsRoom, PostingWorth } from '../postings/postings-cursor.ts';
import { type Bm25Parameters, bm25LengthNorm, inverseDocumentFrequency } from './bm25.ts';
import { liveDocumentFrequency } from './document-frequency.ts';
import type { LiveView } from './live-view.ts';
import { phrasePostings } from './phrase-postings.ts';
import { resolveTerms } from './resolve-terms.ts';
import { scoreUnit } from './score-unit.ts';
import { scoredTerm } from './scored-term.ts';
import { returnSearchRoom, takeSearchRoom } from './search-room.ts';
import { searchSegment } from './search-segment.ts';

/** What a search needs beside its view and terms. */
export interface ViewSearch {
  readonly parameters: Bm25Parameters;
  readonly limit: number;
  readonly filter: ChunkSet | undefined;
  /** Each is worth half as much as a word that stands in as many chunks. */
  readonly phrases: readonly (readonly PhraseWord[])[];
  readonly signal: AbortSignal | undefined;
}

/** The words of a phrase count by themselves already. */
const phraseWeight = 0.5;

/** A word or a phrase, and where it stands. */
interface Clause {
  readonly weight: number;
  /** In each segment of the view, the postings of its forms. */
  readonly postings: readonly (readonly TermPostings[])[];
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
  const clauses = await clausesOf(view, terms, search.phrases, pace);
  const unit = scoreUnit(clauses.map(({ weight }) => weight));
  const room = takeSearchRoom();
  const share = postingShare(view, search.parameters);
  for (const [number, live] of view.segments.entries()) {
    const { segment, positions } = live;
    const filter = search.filter && intersectChunkSets(positions, segment.positionsOf(search.filter));
    if (filter?.size === 0) continue;
    const isWhole = live.isWhole && (filter === undefined || filter.size === segment.documents);
    let cursors = 0;
    const scored = clauses.flatMap(({ weight, postings }) => {
      const forms = postings[number] ?? [];
      if (forms.length === 0 || weight === 0) return [];
      const scoring = { weight: weight / unit, share, lengths: segment.lengths };
      return [
        scoredTerm(
          forms.map((form) => form.cursor(room.postings(cursors++))),
          scoring,
        ),
      ];
    });
    const windows = searchSegment(
      {
        terms: scored,
        window: room.window,
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
  // A search that fails keeps it: its window may have scores.
  returnSearchRoom(room);
  return best.hits();
}

const shares = new WeakMap<LiveView, { parameters: Bm25Parameters; share: PostingWorth }>();

/** The same function for all searches of a view, so that bounds that were computed with it can be kept. */
function postingShare(view: LiveView, parameters: Bm25Parameters): PostingWorth {
  const known = shares.get(view);
  if (known?.parameters === parameters) return known.share;
  const norm = bm25LengthNorm(parameters, view.tokens / view.chunks);
  const share = (frequency: number, length: number) => frequency / (frequency + norm(length));
  shares.set(view, { parameters, share });
  return share;
}

async function clausesOf(
  view: LiveView,
  terms: readonly QueryTerm[],
  phrases: readonly (readonly PhraseWord[])[],
  pace: Pacer,
): Promise<Clause[]> {
  const clauses: Clause[] = (await resolveTerms(view, terms, pace)).map(
    ({ term, forms, postings, documentFrequency }) => ({
      weight:
        term.frequency * (term.weight ?? 1) * forms.weight * inverseDocumentFrequency(view.chunks, documentFrequency),
      postings,
    }),
  );
  for (const phrase of phrases) {
    // A word by itself counts already.
    if (phrase.length < 2) continue;
    const postings: TermPostings[][] = [];
    let frequency = 0;
    for (const live of view.segments) {
      const list = await phrasePostings(live.segment, phrase, pace);
      const found = { documents: list.positions.length, cursor: (room?: PostingsRoom) => memoryPostings(list, room) };
      postings.push(found.documents > 0 ? [found] : []);
      frequency += await liveDocumentFrequency(live, postings[postings.length - 1] ?? [], pace);
    }
    clauses.push({ weight: phraseWeight * inverseDocumentFrequency(view.chunks, frequency), postings });
  }
  return clauses;
}
