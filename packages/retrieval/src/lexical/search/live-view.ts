import { type ChunkSet, chunkRanges, intersectChunkSets } from '@cubo/contracts';
import type { LexicalSegment, TermPostings } from '../lexical-segment.ts';
import type { SegmentPart } from '../merge-segments.ts';

/** A segment and the positions of its live chunks. */
export interface LiveSegment {
  readonly segment: LexicalSegment;
  readonly positions: ChunkSet;
  /** All its chunks are live. */
  readonly isWhole: boolean;
}

/** The forms that stand for a word in the chunks of a view. */
export interface SearchedForms {
  readonly variants: readonly string[];
  /** What the word's weight is multiplied with. */
  readonly weight: number;
  /** Whether no chunk has the word itself, and the forms are spelt nearly alike. */
  readonly isFuzzy: boolean;
}

/** What a query is asked against: the live chunks of each segment, and the statistics of all of them together. */
export interface LiveView {
  readonly segments: readonly LiveSegment[];
  /** Number of live chunks. */
  readonly chunks: number;
  /** Terms of all live chunks, with repetitions. */
  readonly tokens: number;
  /** Languages of the live chunks, the most frequent first, equally frequent ones by name. */
  readonly languages: readonly string[];
  /** Languages that write compounds as one word. */
  readonly compoundLanguages: ReadonlySet<string>;
  /** In how many live chunks a word stands, as far as that was counted; by its forms. */
  readonly documentFrequencies: Map<string, number>;
  /** Where words stand, in each segment, as far as that was looked up; by their forms. */
  readonly postings: Map<string, readonly (readonly TermPostings[])[]>;
  /** What words are searched by, as far as that was found out; by their forms. */
  readonly searchedForms: Map<string, SearchedForms>;
}

/** Entries that a view remembers of each kind before it starts anew. */
export const mostRemembered = 8192;
/** The same for postings, which take a few hundred bytes for each segment. */
export const mostLookedUp = 1024;

/** Restricts segments to the live chunks, all of them if `live` is left out. */
export function liveView(
  parts: readonly SegmentPart[],
  live: ChunkSet | undefined,
  compoundLanguages: ReadonlySet<string>,
): LiveView {
  const segments: LiveSegment[] = [];
  const languages = new Map<string, number>();
  let chunks = 0;
  let tokens = 0;
  const count = (language: string, documents: number) => {
    if (documents > 0) languages.set(language, (languages.get(language) ?? 0) + documents);
  };
  for (const { segment, visible } of parts) {
    const positions = segment.positionsOf(live ? intersectChunkSets(visible, live) : visible);
    if (positions.size === 0) continue;
    const isWhole = positions.size === segment.documents;
    segments.push({ segment, positions, isWhole });
    chunks += positions.size;
    if (isWhole) {
      tokens += segment.tokens;
      for (const { language, documents } of segment.languages) count(language, documents);
      continue;
    }
    const counts = segment.languages.map(() => 0);
    const { lengths, languageIndexes } = segment;
    for (const [start, end] of chunkRanges(positions)) {
      for (let position = start; position < end; position++) {
        tokens += lengths[position] as number;
        const index = languageIndexes[position] ?? 0;
        counts[index] = (counts[index] as number) + 1;
      }
    }
    segment.languages.forEach(({ language }, index) => {
      count(language, counts[index] as number);
    });
  }
  const byFrequency = [...languages].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return {
    segments,
    chunks,
    tokens,
    languages: byFrequency.map(([language]) => language),
    compoundLanguages,
    documentFrequencies: new Map(),
    postings: new Map(),
    searchedForms: new Map(),
  };
}
