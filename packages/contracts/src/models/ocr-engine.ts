/** What an OCR engine read from one image. */
export interface OcrResult {
  readonly text: string;
  /** Mean confidence, 0 to 1. */
  readonly confidence: number;
}

/** Reads text from images of pages. */
export interface OcrEngine {
  readonly id: string;
  /** `image` is an encoded PNG or JPEG; `languages` are BCP 47 tags, likeliest first. */
  recognize(
    image: Uint8Array,
    options: { languages: readonly string[]; signal?: AbortSignal | undefined },
  ): Promise<OcrResult>;
  /** Releases its workers. */
  close(): Promise<void>;
}
