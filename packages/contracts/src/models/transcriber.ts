/** A stretch of speech; times in seconds from the beginning. */
export interface TranscriptSegment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Turns speech into text. */
export interface Transcriber {
  readonly id: string;
  /** `audio` is 16 kHz mono PCM, values from -1 to 1. */
  transcribe(
    audio: Float32Array,
    options?: { language?: string | undefined; signal?: AbortSignal | undefined },
  ): AsyncIterable<TranscriptSegment>;
}
