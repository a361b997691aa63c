/** A stretch of speech; times in seconds from the beginning. */
export interface TranscriptSegment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Turns speech into text. */
export interface Transcriber {
  /** Name of the model, and what else changes the text; stored with documents that were read by it. */
  readonly id: string;
  /** The most that it takes at once, in seconds. Default 30. */
  readonly maximumSeconds?: number | undefined;
  /**
   * What is said in a piece of a recording, in order; times count from the beginning of the piece. `audio` is 16 kHz mono PCM,
   * values from -1 to 1, and stays the caller's.
   *
   * @param options.language BCP 47 tag of what is spoken. Default: as the transcriber decides.
   */
  transcribe(
    audio: Float32Array,
    options?: { language?: string | undefined; signal?: AbortSignal | undefined },
  ): AsyncIterable<TranscriptSegment>;
}
