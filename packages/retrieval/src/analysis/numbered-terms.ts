import type { Analyzer } from '@cubo/contracts';

/**
 * The terms of a text as numbers, each repetition included: an index of millions of words counts them without making a
 * string of any.
 */
export interface NumberedTerms {
  /** The first `count` entries; valid until the next text. */
  readonly numbers: Int32Array;
  /** The position of each of them, see `PositionedTerms`; valid as long. */
  readonly positions: Int32Array;
  readonly count: number;
}

/** Gives the number of a term, from 0 on; the same one every time. */
export type NumberTerm = (term: string) => number;

/** Analyses as `Analyzer.analyze` does; `undefined` for a text whose terms it has no numbers for. */
export type AnalyzeToNumbers = (text: string, language: string) => NumberedTerms | undefined;

/** Makes an analysis that remembers words by the numbers that their terms are given. */
type Numbering = (numberOf: NumberTerm) => AnalyzeToNumbers;

const analyzers = new WeakMap<Analyzer, Numbering>();

/** Remembers that an analyzer can number its terms. The contract that others implement does not have to know of it. */
export function rememberNumbering(analyzer: Analyzer, numbering: Numbering): void {
  analyzers.set(analyzer, numbering);
}

/** How an analyzer numbers its terms, if it does. */
export function numberingOf(analyzer: Analyzer): Numbering | undefined {
  return analyzers.get(analyzer);
}
