import type { NumberTerm } from '../../analysis/numbered-terms.ts';
import { wordTable } from '../../analysis/word-table.ts';
import type { Pacer } from '../pacer.ts';
import { mergePaced, sortPaced } from '../sort-paced.ts';

/** Terms with numbers from 0 on, in the order in which they came. They outlive the buffers that use them. */
export interface TermNumbering {
  readonly size: number;
  find(term: string): number | undefined;
  /** The number of a term; a new one for one that has none. Lone surrogates become U+FFFD: no term has any. */
  readonly numberOf: NumberTerm;
  term(number: number): string;
  /** All numbers, in the order of their terms by UTF-16 code units. */
  ascending(pace: Pacer): Promise<Uint32Array<ArrayBuffer>>;
}

/** Creates an empty {@link TermNumbering}. */
export function termNumbering(): TermNumbering {
  const terms = wordTable();
  let sorted = new Uint32Array();

  return {
    get size() {
      return terms.size;
    },
    find(term) {
      const number = terms.findText(term);
      return number < 0 ? undefined : number;
    },
    numberOf: (term) => terms.numberOf(term.isWellFormed() ? term : term.toWellFormed()),
    term: terms.text,
    async ascending(pace) {
      const { length } = sorted;
      if (length === terms.size) return sorted;
      const fresh = await sortPaced(
        Uint32Array.from({ length: terms.size - length }, (_, i) => length + i),
        terms.compare,
        pace,
      );
      sorted = await mergePaced(sorted, fresh, terms.compare, pace);
      return sorted;
    },
  };
}
