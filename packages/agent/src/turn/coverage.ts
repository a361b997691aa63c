import type { Analyzer, ExplainedTerm, SearchHit } from '@cubo/contracts';
import { sentencesOf } from '@cubo/core';

/** Sentences that stand together: an answer and what it refers to. */
const neighbours = 3;

/**
 * How much of a question stands together in one place: the share of its naming words, each as heavy as it is rare in the
 * library, in the three neighbouring sentences of a hit that have most of them. 0 to 1. Questions whose words are there, but
 * not together, are those that the documents hardly answer.
 *
 * @param hits of a search for the question that explains its terms
 */
export function questionCoverage(hits: readonly SearchHit[], analyzer: Analyzer): number {
  const asked = hits[0]?.explain.search?.terms;
  if (hits.length === 0) return 0;
  // An index that does not tell its terms cannot judge.
  if (asked === undefined) return 1;
  const naming = asked.filter(({ isFunctionWord }) => !isFunctionWord);
  const terms = naming.length > 0 ? naming : asked;
  return Math.max(...hits.map((hit) => coverageIn(hit, terms, analyzer)));
}

function coverageIn({ text, kind }: SearchHit, terms: readonly ExplainedTerm[], analyzer: Analyzer): number {
  const language = analyzer.detect(text);
  const sentences = sentencesOf(text, kind).map((sentence) => new Set(analyzer.analyze(sentence.text, { language })));
  const all = terms.reduce((sum, term) => sum + weightOf(term), 0);
  if (all === 0) return 1;
  let most = 0;
  for (let first = 0; first < sentences.length; first++) {
    const near = sentences.slice(first, first + neighbours);
    const has = terms.filter(({ variants }) => variants.some((variant) => near.some((one) => one.has(variant))));
    most = Math.max(most, has.reduce((sum, term) => sum + weightOf(term), 0) / all);
  }
  return most;
}

function weightOf({ frequency, inverseDocumentFrequency }: ExplainedTerm): number {
  return frequency * inverseDocumentFrequency;
}
