import type { QuantizedRows } from './quantize-rows.ts';

/** Everything a training leaves behind: what the files of a model hold and its fingerprint names. */
export interface LatentState {
  /** Fingerprint of the analyzer the terms come from. */
  readonly analyzer: string;
  /** Length of the vectors; those beyond the projection's width are zero. */
  readonly dimensions: number;
  /** Number of texts of the sample. */
  readonly texts: number;
  /** Languages of the sample, the most frequent first. */
  readonly languages: readonly string[];
  /** The vocabulary. */
  readonly terms: readonly string[];
  /** Number of texts of the sample each term occurs in. */
  readonly documentFrequencies: Uint32Array;
  /** A row for each term: its coordinates in the latent space. */
  readonly projection: QuantizedRows;
}
