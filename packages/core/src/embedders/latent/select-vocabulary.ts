/**
 * Chooses the terms a model keeps: those that occur in the most texts, and among equals those met first.
 *
 * That is the order of the mass a term has in the matrix, document frequency times inverse document frequency
 * `df · (ln((N + 1) / (df + 1)) + 1)`, which grows with `df`; terms of a single text, which connect nothing, go first.
 *
 * @param documentFrequencies of all terms
 * @param maximum the most terms to keep
 * @returns the numbers of the kept terms, ascending
 */
export function selectVocabulary(documentFrequencies: Uint32Array, maximum: number): Uint32Array {
  const total = documentFrequencies.length;
  if (total <= maximum) return Uint32Array.from({ length: total }, (_, i) => i);
  let highest = 0;
  for (const frequency of documentFrequencies) highest = Math.max(highest, frequency);
  const termsByFrequency = new Uint32Array(highest + 1);
  for (const frequency of documentFrequencies) {
    termsByFrequency[frequency] = (termsByFrequency[frequency] as number) + 1;
  }
  let threshold = highest;
  let above = 0;
  while (above + (termsByFrequency[threshold] as number) <= maximum) {
    above += termsByFrequency[threshold] as number;
    threshold--;
  }
  let atThreshold = maximum - above;
  const kept = new Uint32Array(maximum);
  let count = 0;
  for (let i = 0; i < total; i++) {
    const frequency = documentFrequencies[i] as number;
    if (frequency < threshold || (frequency === threshold && atThreshold-- <= 0)) continue;
    kept[count++] = i;
  }
  return kept;
}
