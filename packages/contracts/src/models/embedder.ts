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

/** By what the files of a trained state are written and read. */
export interface ModelFiles {
  /** Creates a file, which must not exist yet. */
  create(path: string): Promise<ModelFile>;
  /** The whole file, or `undefined` if there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Makes the names in a directory durable. */
  syncDirectory(path: string): Promise<void>;
}

/** A file that is being written from its beginning to its end. */
export interface ModelFile {
  /** Appends all of `bytes`; not after `sync`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Forces what was written onto the disk, when all is written. */
  sync(): Promise<void>;
  /** Releases the handle. */
  close(): Promise<void>;
}

/** Options of saving and restoring a trained state. */
export interface ModelFileOptions {
  /** See {@link TrainableEmbedder.usesFiles}. Default: the operating system's files. */
  readonly files?: ModelFiles | undefined;
}

/** An embedder that came out of a training, and can be kept on disk. */
export interface TrainedEmbedder extends Embedder {
  /** Writes the trained state into an existing, empty directory, durably. */
  save(directory: string, options?: ModelFileOptions): Promise<void>;
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
  /**
   * Whether `save` and `restore` write and read by nothing but the `files` they are given. An encrypted library takes no
   * other: what is trained on its texts must not stand beside it as it is. Default false.
   */
  readonly usesFiles?: boolean | undefined;
  /** Trains on a sample of texts; the same sample in the same order gives the same fingerprint. */
  fit(sample: AsyncIterable<string>, options?: EmbedOptions): Promise<TrainedEmbedder>;
  /**
   * Reads a state that `save` wrote. Throws `CUBO_INDEX_CORRUPT` when it is damaged or was made with other settings.
   */
  restore(directory: string, options?: ModelFileOptions): Promise<TrainedEmbedder>;
}

/** Tells whether an embedder is trained on the library's own texts. */
export function isTrainableEmbedder(embedder: Embedder | TrainableEmbedder): embedder is TrainableEmbedder {
  return 'fit' in embedder && typeof embedder.fit === 'function';
}
