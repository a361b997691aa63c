import type { PostingsCursor, PostingWorth } from '../postings/postings-cursor.ts';
import { visitFrequencies } from './frequency-window.ts';
import { addScore, type ScoreWindow } from './score-window.ts';

/** A word of a query in one segment. Positions ascend from call to call. */
export interface ScoredTerm {
  /** What the word adds at most to the score of any chunk from `start` to before `end`. */
  bound(start: number, end: number): number;
  /** Adds what the word is worth to the scores of all chunks from `start` to before `end`. */
  addTo(window: ScoreWindow, start: number, end: number): void;
  /** The same for the candidates of the window alone. */
  addToCandidates(window: ScoreWindow): void;
}

/** What scores are computed with. */
export interface Scoring {
  /** What a word is worth as a whole: no posting is worth more. Scores are whole numbers, see `score-unit.ts`. */
  readonly weight: number;
  /** The share of that which a posting has, below 1. */
  readonly share: PostingWorth;
  readonly lengths: ArrayLike<number>;
}

/** Makes the term of a word that has one form, or several which count as one. */
export function scoredTerm(cursors: readonly PostingsCursor[], scoring: Scoring): ScoredTerm {
  const [only] = cursors;
  return cursors.length === 1 && only !== undefined ? termOfForm(only, scoring) : termOfForms(cursors, scoring);
}

/** Rounding may take a bound a unit below what it bounds. */
const boundOf = (weight: number, share: number): number =>
  share === 0 ? 0 : Math.ceil(weight * Math.min(1, share)) + 1;

/**
 * Adds the postings of a cursor's block that come before `end`, and moves it on. A function of its own, with all it needs
 * at hand: most of the time of a search may be spent here.
 */
function addBlock(
  { start, marks, scores }: ScoreWindow,
  cursor: PostingsCursor,
  end: number,
  { weight, share, lengths }: Scoring,
): void {
  const { positions, frequencies, count } = cursor;
  let at = cursor.at;
  for (; at < count; at++) {
    const position = positions[at] as number;
    if (position >= end) break;
    const offset = position - start;
    const word = offset >>> 5;
    marks[word] = (marks[word] as number) | (1 << (offset & 31));
    scores[offset] =
      (scores[offset] as number) + Math.ceil(weight * share(frequencies[at] as number, lengths[position] as number));
  }
  cursor.at = at;
}

/** Adds what a word of one form is worth in the candidates of a window. */
function addToFound(
  { start, scores, candidates, count }: ScoreWindow,
  cursor: PostingsCursor,
  { weight, share, lengths }: Scoring,
): void {
  const { positions } = cursor;
  let { at } = cursor;
  let last = cursor.count - 1;
  for (let i = 0; i < count; i++) {
    const offset = candidates[i] as number;
    const position = start + offset;
    if (last < 0 || (positions[last] as number) < position) {
      if (!cursor.seek(position)) return;
      at = cursor.at;
      last = cursor.count - 1;
    }
    // It ends within the block, and is mostly near.
    while (at + longStep <= last && (positions[at + longStep] as number) < position) at += longStep;
    while ((positions[at] as number) < position) at++;
    cursor.at = at;
    if (positions[at] !== position) continue;
    scores[offset] =
      (scores[offset] as number) +
      Math.ceil(weight * share(cursor.frequencies[at] as number, lengths[position] as number));
  }
}

/** About as many steps of this length lead through a block as there are single ones in it. */
const longStep = 11;

function termOfForm(cursor: PostingsCursor, scoring: Scoring): ScoredTerm {
  const { weight, share } = scoring;
  return {
    bound: (start, end) => boundOf(weight, cursor.bound(start, end, share)),
    addTo(window, start, end) {
      if (!cursor.seek(start)) return;
      do addBlock(window, cursor, end, scoring);
      while (cursor.at === cursor.count && cursor.nextBlock());
    },
    addToCandidates: (window) => addToFound(window, cursor, scoring),
  };
}

/** The frequencies of the forms of a word are added up before they are worth anything. */
function termOfForms(cursors: readonly PostingsCursor[], { weight, share, lengths }: Scoring): ScoredTerm {
  const frequencyAt = (position: number) => {
    let frequency = 0;
    for (const cursor of cursors) {
      if (cursor.seek(position) && cursor.positions[cursor.at] === position) {
        frequency += cursor.frequencies[cursor.at] as number;
      }
    }
    return frequency;
  };
  const worthOf = (frequency: number, position: number) =>
    Math.ceil(weight * share(frequency, lengths[position] as number));
  return {
    // The share of a sum is less than the sum of the shares.
    bound: (start, end) =>
      boundOf(
        weight,
        cursors.reduce((sum, cursor) => sum + cursor.bound(start, end, share), 0),
      ),
    addTo(window, start, end) {
      visitFrequencies(cursors, { first: window.start, start, end }, (position, frequency) => {
        addScore(window, position, worthOf(frequency, position));
      });
    },
    addToCandidates({ start, scores, candidates, count }) {
      for (let i = 0; i < count; i++) {
        const offset = candidates[i] as number;
        const frequency = frequencyAt(start + offset);
        if (frequency > 0) scores[offset] = (scores[offset] as number) + worthOf(frequency, start + offset);
      }
    },
  };
}
