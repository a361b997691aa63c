import { stepsPerLook } from '../pacer.ts';
import type { EncodedOccurrences } from './occurrences.ts';
import type { PostingsReader } from './postings-cursor.ts';

/**
 * The new position of each old one of a segment: in an array, ascending, -1 for those left out; or how far all of them move
 * on, which is all there is to tell where no other segment has a chunk between them.
 */
export type PositionMap = Int32Array | number;

/** The new position of an old one; -1 if it is left out. */
export function newPosition(map: PositionMap, old: number): number {
  return typeof map === 'number' ? old + map : (map[old] as number);
}

/** Merges the postings of one term after the other, from several segments into one. */
export interface PostingsMerger {
  /** Adds the postings that a segment has of the present term. */
  open(segment: number, postings: PostingsReader): void;
  /**
   * Gives the next postings by ascending new position, no more than there is time for between two looks at the clock;
   * false when these were the last of the term.
   */
  takeSome(take: (position: number, frequency: number, occurrences?: EncodedOccurrences) => void): boolean;
}

/** The postings of a term in one segment that are still to be taken. */
interface Source {
  postings: PostingsReader | undefined;
  readonly map: Int32Array | undefined;
  /** Added to each position where there is no map. */
  readonly distance: number;
  /** New position of the next one. */
  position: number;
}

/** Makes a merger of segments with these maps; no two segments have a new position in common. */
export function postingsMerger(maps: readonly PositionMap[]): PostingsMerger {
  const all: readonly Source[] = maps.map((map) => ({
    postings: undefined,
    map: typeof map === 'number' ? undefined : map,
    distance: typeof map === 'number' ? map : 0,
    position: -1,
  }));
  /** Those that have postings left. */
  const sources: Source[] = [];
  const taken: EncodedOccurrences = { bytes: new Uint8Array(), start: 0, end: 0 };

  function occurrencesOf(postings: PostingsReader): EncodedOccurrences | undefined {
    const block = postings.occurrences();
    if (block === undefined) return undefined;
    taken.bytes = block.bytes;
    taken.start = block.starts[postings.at] as number;
    taken.end = block.starts[postings.at + 1] as number;
    return taken;
  }

  return {
    open(segment, postings) {
      const source = all[segment] as Source;
      source.postings = postings;
      if (postings.nextBlock() && settle(source, postings)) sources.push(source);
    },
    takeSome(take) {
      let left = stepsPerLook;
      while (sources.length > 0 && left > 0) {
        const first = leastOf(sources);
        const limit = limitOf(sources, first);
        const source = sources[first] as Source;
        const postings = source.postings as PostingsReader;
        let has = true;
        for (; has && source.position < limit && left > 0; left--) {
          take(source.position, postings.frequencies[postings.at] as number, occurrencesOf(postings));
          postings.at++;
          has = settle(source, postings);
        }
        if (has) continue;
        source.postings = undefined;
        sources.copyWithin(first, first + 1);
        sources.pop();
      }
      return sources.length > 0;
    },
  };
}

/** Goes on to the first posting that has a new position, from the present one on; false where there is none. */
function settle(source: Source, postings: PostingsReader): boolean {
  const { map, distance } = source;
  do {
    for (; postings.at < postings.count; postings.at++) {
      const old = postings.positions[postings.at] as number;
      source.position = map === undefined ? old + distance : (map[old] as number);
      if (source.position >= 0) return true;
    }
  } while (postings.nextBlock());
  return false;
}

/** Which source comes first. */
function leastOf(sources: readonly Source[]): number {
  let first = 0;
  for (let i = 1; i < sources.length; i++) {
    if ((sources[i] as Source).position < (sources[first] as Source).position) first = i;
  }
  return first;
}

/** Up to where that source comes before the others. */
function limitOf(sources: readonly Source[], first: number): number {
  let limit = Number.POSITIVE_INFINITY;
  for (let i = 0; i < sources.length; i++) {
    if (i !== first) limit = Math.min(limit, (sources[i] as Source).position);
  }
  return limit;
}
