import type { QueryTerm } from '@cubo/contracts';
import type { LexicalSegment, PostingsCursor, TermPostings } from './lexical-segment.ts';

/** The postings of several terms as those of one: each position once, frequencies added. */
function unionPostings(cursors: readonly PostingsCursor[]): PostingsCursor {
  let active: PostingsCursor[] | undefined;
  let position = -1;
  let frequency = 0;
  return {
    get position() {
      return position;
    },
    get frequency() {
      return frequency;
    },
    next() {
      if (active === undefined) active = cursors.filter((cursor) => cursor.next());
      if (active.length === 0) return false;
      position = active.reduce((least, cursor) => Math.min(least, cursor.position), Number.POSITIVE_INFINITY);
      frequency = 0;
      let ended = false;
      for (const cursor of active) {
        if (cursor.position !== position) continue;
        frequency += cursor.frequency;
        if (!cursor.next()) ended = true;
      }
      if (ended) active = active.filter((cursor) => cursor.position > position);
      return true;
    },
  };
}

/** The postings of a word of a query in a segment: those of all its forms together. */
export function findQueryTerm(segment: LexicalSegment, term: QueryTerm): TermPostings | undefined {
  const found = term.variants.map((variant) => segment.find(variant)).filter((postings) => postings !== undefined);
  if (found.length <= 1) return found[0];
  return { documents: undefined, cursor: () => unionPostings(found.map((postings) => postings.cursor())) };
}
