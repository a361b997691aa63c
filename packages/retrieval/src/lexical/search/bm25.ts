/** The free parameters of BM25. */
export interface Bm25Parameters {
  /** How fast repetitions of a term stop counting. */
  readonly k1: number;
  /** How much long chunks are held back: 0 not at all, 1 in proportion to their length. */
  readonly b: number;
}

/*
 * BM25 in Lucene's form: a term that is in `n` of `N` chunks adds `ln(1 + (N - n + 0.5) / (n + 0.5)) · f / (f + norm)`
 * to a chunk in which it stands `f` times, `norm` being `k1 · (1 - b + b · length / mean length)`.
 *
 * Robertson, Zaragoza: The Probabilistic Relevance Framework: BM25 and Beyond (2009).
 */

/** The logarithm above: how rare a term is that stands in `documentFrequency` of `chunks`. */
export function inverseDocumentFrequency(chunks: number, documentFrequency: number): number {
  return Math.log(1 + (chunks - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

const usualLengths = 1024;

/** The `norm` of a length in terms; those of usual lengths are computed once. */
export function bm25LengthNorm({ k1, b }: Bm25Parameters, meanLength: number): (length: number) => number {
  const norm = (length: number) => k1 * (1 - b + (b * length) / meanLength);
  const usual = Float64Array.from({ length: usualLengths }, (_, length) => norm(length));
  return (length) => (length < usualLengths ? (usual[length] as number) : norm(length));
}
