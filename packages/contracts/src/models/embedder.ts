/** Options of an embedding call. */
export interface EmbedOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Turns texts into vectors. */
export interface Embedder {
  /** For people: `ollama:embeddinggemma`. */
  readonly id: string;
  /**
   * Identifies the vector space: vectors of two embedders may be compared only if their fingerprints are equal. It names
   * everything that changes the vectors: model, version, dimensions, prefixes, training state.
   */
  readonly fingerprint: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** The most texts in one call of `embedDocuments`. */
  readonly maxBatch: number;
  /** One vector per text, in the order of the texts. Unit length, or all zero for a text without content. */
  embedDocuments(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** The vector of a question, which some models prefix or project differently. */
  embedQuery(text: string, options?: EmbedOptions): Promise<Float32Array>;
  /** Loads the model ahead of its first use. */
  load?(): Promise<void>;
  /** Releases the model's memory; the next use loads it again. */
  unload?(): Promise<void>;
}

/**
 * An embedder that is trained on the library's own texts. Until `fit` or `restore` has completed, `fingerprint` is empty and
 * embedding throws `CUBO_MODEL_UNTRAINED`.
 */
export interface TrainableEmbedder extends Embedder {
  /** Whether it can embed. */
  readonly trained: boolean;
  /** The most texts that `fit` makes use of. */
  readonly maxSample: number;
  /** Trains on a sample of texts; the same sample in the same order gives the same fingerprint. Replaces an earlier training. */
  fit(sample: AsyncIterable<string>, options?: EmbedOptions): Promise<void>;
  /** Writes the trained state into an existing, empty directory. */
  save(directory: string): Promise<void>;
  /** Reads a state that `save` wrote. */
  restore(directory: string): Promise<void>;
}

/** Tells whether an embedder is trained on the library's own texts. */
export function isTrainableEmbedder(embedder: Embedder): embedder is TrainableEmbedder {
  return 'fit' in embedder && typeof embedder.fit === 'function';
}
