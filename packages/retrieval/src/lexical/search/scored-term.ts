import type { PostingsCursor, PostingWorth } from '../postings/postings-cursor.ts';
import { visitFrequencies } from './frequency-window.ts';
import { addScore, type ScoreWindow } from './score-window.ts';

/** A word of a query in one segment. Positions ascend from call to call. */
export interface ScoredTerm {
  /** What the word adds at most to the score of any chunk from `start` to before `end`. */
  bound(start: number, end: number): number;
  /** Adds what the word is worth to the scores of all chunks from `start` to before `end`. */
  addTo(window: ScoreWindow, start: number, end: number): void;
  /** What the word adds to the score of a chunk. */
  worthAt(position: number): number;
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

function termOfForm(cursor: PostingsCursor, { weight, share, lengths }: Scoring): ScoredTerm {
  const { positions, frequencies } = cursor;
  const worth = (at: number) =>
    Math.ceil(weight * share(frequencies[at] as number, lengths[positions[at] as number] as number));
  return {
    bound: (start, end) => boundOf(weight, cursor.bound(start, end, share)),
    addTo(window, start, end) {
      if (!cursor.seek(start)) return;
      do {
        const { count } = cursor;
        for (let at = cursor.at; at < count; at++) {
          const position = positions[at] as number;
          if (position >= end) {
            cursor.at = at;
            return;
          }
          addScore(window, position, worth(at));
        }
        cursor.at = count;
      } while (cursor.nextBlock());
    },
    worthAt: (position) => (cursor.seek(position) && positions[cursor.at] === position ? worth(cursor.at) : 0),
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
    worthAt(position) {
      const frequency = frequencyAt(position);
      return frequency === 0 ? 0 : worthOf(frequency, position);
    },
  };
}
