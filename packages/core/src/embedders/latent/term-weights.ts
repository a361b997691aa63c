import type { Pacer } from './pacer.ts';
import { createEntries, type SparseMatrix } from './sparse-matrix.ts';
import type { TermSample } from './term-sample.ts';

/** Weight of a term by its occurrences in a text: `1 + ln tf`. */
export function frequencyWeight(count: number): number {
  return 1 + Math.log(count);
}

/** Weight of a term by the number of texts it occurs in: `ln((N + 1) / (df + 1)) + 1`. */
export function inverseDocumentFrequency(texts: number, documentFrequency: number): number {
  return Math.log((texts + 1) / (documentFrequency + 1)) + 1;
}

/**
 * The TF-IDF matrix of a sample: a row of unit length (or of zeros) for each text, a column for each kept term.
 *
 * @param kept numbers of the terms kept, ascending; they become columns 0, 1, …
 */
export async function weighTerms(sample: TermSample, kept: Uint32Array, pacer: Pacer): Promise<SparseMatrix> {
  const columns = new Int32Array(sample.terms.length).fill(-1);
  const idf = new Float64Array(kept.length);
  let entries = 0;
  for (const [column, number] of kept.entries()) {
    const documentFrequency = sample.documentFrequencies[number] as number;
    columns[number] = column;
    idf[column] = inverseDocumentFrequency(sample.texts, documentFrequency);
    entries += documentFrequency;
  }
  const offsets = new Uint32Array(sample.texts + 1);
  const { indices, values } = createEntries(entries);
  let at = 0;
  for (let row = 0; row < sample.texts; row++) {
    const start = at;
    let square = 0;
    const end = sample.offsets[row + 1] as number;
    for (let pair = sample.offsets[row] as number; pair < end; pair++) {
      const column = columns[sample.numbers[pair] as number] as number;
      if (column < 0) continue;
      const weight = frequencyWeight(sample.counts[pair] as number) * (idf[column] as number);
      indices[at] = column;
      values[at] = weight;
      square += weight * weight;
      at++;
    }
    const length = Math.sqrt(square);
    for (let entry = start; entry < at; entry++) values[entry] = (values[entry] as number) / length;
    offsets[row + 1] = at;
    if (pacer.due()) await pacer.rest();
  }
  return { rows: sample.texts, columns: kept.length, offsets, indices, values };
}
