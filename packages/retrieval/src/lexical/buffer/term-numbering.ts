import type { NumberedTerms } from '../../analysis/numbered-terms.ts';
import { detach } from '../../detach.ts';
import type { Pacer } from '../pacer.ts';
import { mergePaced, sortPaced } from '../sort-paced.ts';

/** Terms with numbers from 0 on, in the order in which they came. They outlive the buffers that use them. */
export interface TermNumbering {
  readonly size: number;
  find(term: string): number | undefined;
  /** The number of a term; a new one for one that has none. Lone surrogates become U+FFFD: no term has any. */
  numberOf(term: string): number;
  /** Gives what `numberOf` gives for a term that an analysis has a number for. */
  numbersOf(terms: NumberedTerms): (theirs: number) => number;
  term(number: number): string;
  /** All numbers, in the order of their terms by UTF-16 code units. */
  ascending(pace: Pacer): Promise<Uint32Array<ArrayBuffer>>;
}

/** Creates an empty {@link TermNumbering}. */
export function termNumbering(): TermNumbering {
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  /** By the numbers of an analysis: one more than the number here, 0 where that is not known yet. */
  let known = new Int32Array(1024);
  let epoch: object | undefined;
  let sorted = new Uint32Array();

  function numberOf(word: string): number {
    const number = numbers.get(word);
    if (number !== undefined) return number;
    const term = word.toWellFormed();
    return numbers.get(term) ?? add(term);
  }

  function add(word: string): number {
    const term = detach(word);
    const number = terms.push(term) - 1;
    numbers.set(term, number);
    return number;
  }

  const byTerm = (a: number, b: number) => ((terms[a] as string) < (terms[b] as string) ? -1 : 1);

  return {
    get size() {
      return terms.length;
    },
    find: (term) => numbers.get(term),
    numberOf,
    numbersOf(theirs) {
      if (epoch !== theirs.epoch) {
        epoch = theirs.epoch;
        known.fill(0);
      }
      return (number) => {
        if (number >= known.length) {
          const larger = new Int32Array(2 * number);
          larger.set(known);
          known = larger;
        }
        const found = known[number] as number;
        if (found > 0) return found - 1;
        const own = numberOf(theirs.term(number));
        known[number] = own + 1;
        return own;
      };
    },
    term: (number) => terms[number] as string,
    async ascending(pace) {
      const { length } = sorted;
      if (length === terms.length) return sorted;
      const fresh = await sortPaced(
        Uint32Array.from({ length: terms.length - length }, (_, i) => length + i),
        byTerm,
        pace,
      );
      sorted = await mergePaced(sorted, fresh, byTerm, pace);
      return sorted;
    },
  };
}
