import type { Analyzer } from '@cubo/contracts';

/**
 * The terms of a text as numbers, each repetition included: an index of millions of words looks each of them up by its
 * number faster than by its text.
 */
export interface NumberedTerms {
  /** The same object as long as the same number means the same term. */
  readonly epoch: object;
  /** The first `count` entries; valid until the next text. */
  readonly numbers: Int32Array;
  /** The position of each of them, see `PositionedTerms`; valid as long. */
  readonly positions: Int32Array;
  readonly count: number;
  /** The term with a number. */
  term(number: number): string;
}

/** Analyses as `Analyzer.analyze` does; `undefined` for a text whose terms it has no numbers for. */
export type AnalyzeToNumbers = (text: string, language: string) => NumberedTerms | undefined;

const analyzers = new WeakMap<Analyzer, AnalyzeToNumbers>();

/** Remembers that an analyzer can number its terms. The contract that others implement does not have to know of it. */
export function rememberNumbering(analyzer: Analyzer, analyze: AnalyzeToNumbers): void {
  analyzers.set(analyzer, analyze);
}

/** How an analyzer numbers its terms, if it does. */
export function numberingOf(analyzer: Analyzer): AnalyzeToNumbers | undefined {
  return analyzers.get(analyzer);
}
