/** Options of an embedding call. */
export interface EmbedOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Turns texts into vectors. */
export interface Embedder {
  /** For people: `ollama:embeddinggemma`. */
  readonly id: string;
  /**
   * Identifies the vector space: vectors of two embedders may be compared only if their fingerprints are equal. It
   * names everything that changes the vectors: model, version, dimensions, prefixes, training state.
   */
  readonly fingerprint: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /** The most texts in one call of `embedDocuments`. */
  readonly maxBatch: number;
  /** One vector per text, in the order of the texts. Unit length, or all zero for a text without content. */
  embedDocuments(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /**
   * The vector of a question, which some models prefix or project differently. Unit length; an embedder that knows just
   * a part of the question returns a shorter one, whose length (0 to 1) says how far the meaning it found can be
   * trusted.
   */
  embedQuery(text: string, options?: EmbedOptions): Promise<Float32Array>;
  /** Loads the model ahead of its first use. */
  load?(): Promise<void>;
  /** Releases the model's memory; the next use loads it again. */
  unload?(): Promise<void>;
}

/** An embedder that came out of a training, and can be kept on disk. */
export interface TrainedEmbedder extends Embedder {
  /** Writes the trained state into an existing, empty directory, durably. */
  save(directory: string): Promise<void>;
}

/**
 * A kind of embedder that is trained on the library's own texts. It is not an embedder itself: each training gives one
 * with a fingerprint of its own, and while a library moves from an old training to a new one both are in use side by
 * side.
 */
export interface TrainableEmbedder {
  /** For people: `latent`. */
  readonly id: string;
  /**
   * Identifies the settings: all that shapes what `fit` gives beside the sample, such as the version of the method,
   * dimensions and text analysis. What was trained with one configuration is not restored with another, but trained
   * anew.
   */
  readonly configuration: string;
  /** The most texts that `fit` makes use of. */
  readonly maxSample: number;
  /** Trains on a sample of texts; the same sample in the same order gives the same fingerprint. */
  fit(sample: AsyncIterable<string>, options?: EmbedOptions): Promise<TrainedEmbedder>;
  /**
   * Reads a state that `save` wrote. Throws `CUBO_INDEX_CORRUPT` when it is damaged or was made with other settings.
   */
  restore(directory: string): Promise<TrainedEmbedder>;
}

/** Tells whether an embedder is trained on the library's own texts. */
export function isTrainableEmbedder(embedder: Embedder | TrainableEmbedder): embedder is TrainableEmbedder {
  return 'fit' in embedder && typeof embedder.fit === 'function';
}
