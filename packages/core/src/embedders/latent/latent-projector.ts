import type { QueryTerm } from '@cubo/contracts';
import type { LatentState } from './latent-state.ts';
import { frequencyWeight, inverseDocumentFrequency } from './term-weights.ts';

/** Maps terms to vectors of the latent space: unit length, or all zero where no term is known. */
export interface LatentProjector {
  /** The vector of a text, from its terms in any order, with repetitions. */
  projectText(terms: readonly string[]): Float32Array;
  /**
   * The vector of a query. A word with several known forms gives each a share of its weight in proportion to the texts the
   * form occurs in, so that a form which one stray text has contributed does not halve the weight of the usual one.
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

  const takeUnitVector = (): Float32Array => {
    let square = 0;
    for (const value of sums) square += value * value;
    const vector = new Float32Array(dimensions);
    if (square > 0) {
      const length = Math.sqrt(square);
      for (let i = 0; i < width; i++) vector[i] = (sums[i] as number) / length;
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
      return takeUnitVector();
    },
    projectQuery(terms) {
      for (const { variants, frequency } of terms) {
        const known = variants.map((term) => numbersByTerm.get(term)).filter((number) => number !== undefined);
        let total = 0;
        for (const number of known) total += documentFrequencies[number] as number;
        for (const number of known) {
          add(number, (frequencyWeight(frequency) * (documentFrequencies[number] as number)) / total);
        }
      }
      return takeUnitVector();
    },
  };
}
