import type { SearchedTerm } from '@cubo/contracts';

/** A word that no text has, but something spelt nearly like it, is half understood. */
const fuzzyShare = 0.5;

/**
 * The share of a query that stands in the texts, 0 to 1: of its words, each as heavy as it is rare (by inverse document
 * frequency), those that any chunk has. 1 for a query without words.
 */
export function knownShare(terms: readonly SearchedTerm[]): number {
  let [known, all] = [0, 0];
  for (const { frequency, weight = 1, inverseDocumentFrequency, documentFrequency, isFuzzy } of terms) {
    const worth = frequency * (isFuzzy ? 1 : weight) * inverseDocumentFrequency;
    all += worth;
    if (documentFrequency > 0) known += isFuzzy ? worth * fuzzyShare : worth;
  }
  return all > 0 ? known / all : 1;
}
