import type { QueryTerm } from '@cubo/contracts';
import type { LatentState } from './latent-state.ts';
import { frequencyWeight, inverseDocumentFrequency } from './term-weights.ts';

/** Maps terms to vectors of the latent space; all zero where no term is known. */
export interface LatentProjector {
  /** The vector of a text, of unit length, from its terms in any order, with repetitions. */
  projectText(terms: readonly string[]): Float32Array;
  /**
   * The vector of a query. A word with several known forms gives each a share of its weight in proportion to the texts
   * the form occurs in, so that a form which one stray text has contributed does not halve the weight of the usual one.
   * Its length is the share of the query, by TF-IDF, that the latent space holds: words that no text has, and what the
   * truncation left out, make it shorter.
   */
  projectQuery(terms: readonly QueryTerm[]): Float32Array;
}

/** Makes the projector of a trained state. */
export function createLatentProjector(state: LatentState): LatentProjector {
  const { dimensions, documentFrequencies, texts } = state;
  const { width, scales, codes } = state.projection;
  const numbersByTerm = new Map<string, number>();
  const weights = new Float64Array(state.terms.length);
  for (const [number, term] of state.terms.entries()) {
    numbersByTerm.set(term, number);
    const idf = inverseDocumentFrequency(texts, documentFrequencies[number] as number);
    weights[number] = idf * (scales[number] as number);
  }
  const sums = new Float64Array(width);

  const add = (number: number, weight: number): void => {
    const factor = weight * (weights[number] as number);
    const start = number * width;
    for (let i = 0; i < width; i++) sums[i] = (sums[i] as number) + factor * (codes[start + i] as number);
  };

  /** The collected vector divided by a length, its own by default. */
  const takeVector = (length?: number): Float32Array => {
    let square = 0;
    for (const value of sums) square += value * value;
    const vector = new Float32Array(dimensions);
    if (square > 0) {
      // The projection is orthonormal but for rounding, so no vector may come out longer than what it was made from.
      const divisor = Math.max(Math.sqrt(square), length ?? 0);
      for (let i = 0; i < width; i++) vector[i] = (sums[i] as number) / divisor;
    }
    sums.fill(0);
    return vector;
  };

  return {
    projectText(terms) {
      const counts = new Map<number, number>();
      for (const term of terms) {
        const number = numbersByTerm.get(term);
        if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
      }
      for (const [number, count] of counts) add(number, frequencyWeight(count));
      return takeVector();
    },
    projectQuery(terms) {
      let squares = 0;
      for (const { variants, frequency, weight = 1 } of terms) {
        const asked = weight * frequencyWeight(frequency);
        const known = variants.map((term) => numbersByTerm.get(term)).filter((number) => number !== undefined);
        let total = 0;
        let most = 0;
        for (const number of known) {
          const documentFrequency = documentFrequencies[number] as number;
          total += documentFrequency;
          most = Math.max(most, documentFrequency);
        }
        squares += (asked * inverseDocumentFrequency(texts, most)) ** 2;
        for (const number of known) {
          add(number, (asked * (documentFrequencies[number] as number)) / total);
        }
      }
      return takeVector(Math.sqrt(squares));
    },
  };
}
