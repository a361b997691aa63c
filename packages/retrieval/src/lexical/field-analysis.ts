import type { Analyzer, PositionedTerms, SparseDocument } from '@cubo/contracts';
import { type NumberedTerms, type NumberTerm, numberingOf } from '../analysis/numbered-terms.ts';
import type { WeighedTerms } from './buffer/segment-buffer.ts';

/**
 * How often a word counts by where it stands; whole numbers from 0. A word of the title with a weight of 2 counts, and
 * lengthens its text, as if the title stood there twice.
 *
 * That is BM25F with one length normalization for all fields: Robertson, Zaragoza, Taylor: Simple BM25 Extension to
 * Multiple Weighted Fields (CIKM 2004).
 */
export interface FieldWeights {
  readonly title: number;
  readonly heading: number;
  readonly body: number;
}

/** Analyses texts field by field, to numbers where it can; what it gives is valid until the next field. */
export function fieldAnalysis(
  analyzer: Analyzer,
  weights: FieldWeights,
  numberOf: NumberTerm,
): (document: SparseDocument, language: string) => Iterable<WeighedTerms> {
  const analyzeToNumbers = numberingOf(analyzer)?.(numberOf);
  const isOneField = weights.title === weights.body && weights.heading === weights.body;

  function analyzed(text: string, language: string): NumberedTerms | PositionedTerms {
    return (
      analyzeToNumbers?.(text, language) ??
      analyzer.analyzePositions?.(text, { language }) ??
      consecutive(analyzer.analyze(text, { language }))
    );
  }

  return function* ({ text, fields }, language) {
    const { titleEnd, headingEnd } = fields === undefined || isOneField ? nothingApart : fields;
    if (titleEnd > 0) yield { terms: analyzed(text.slice(0, titleEnd), language), weight: weights.title };
    if (headingEnd > titleEnd) {
      yield { terms: analyzed(text.slice(titleEnd, headingEnd), language), weight: weights.heading };
    }
    if (text.length > headingEnd) yield { terms: analyzed(text.slice(headingEnd), language), weight: weights.body };
  };
}

const nothingApart = { titleEnd: 0, headingEnd: 0 };

function consecutive(terms: readonly string[]): PositionedTerms {
  return { terms, positions: terms.map((_, position) => position) };
}
