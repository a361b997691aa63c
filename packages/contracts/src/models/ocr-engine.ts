import type { PageBox } from '../documents/locator.ts';

/** What an OCR engine is given: an image file, or a page of a PDF document that it has to render. */
export type OcrImage =
  | {
      readonly kind: 'image';
      /** `image/png`, `image/jpeg`, … */
      readonly mediaType: string;
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'pdf-page';
      /** The whole document; on a `SharedArrayBuffer` it goes to other threads without being copied. */
      readonly bytes: Uint8Array;
      /** From 1. */
      readonly page: number;
      /** What opens the document, where it is encrypted. */
      readonly password?: string | undefined;
    };

/** A line that an OCR engine has read. */
export interface OcrLine {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /**
   * In PDF points for a page of a PDF document, in pixels for an image; origin at the lower left of
   * what is shown: the page with its `/Rotate` applied, the image turned as its EXIF orientation asks for.
   */
  readonly box: PageBox;
  /** Whether a paragraph begins with it. */
  readonly startsParagraph: boolean;
}

/** What an OCR engine read from one image. */
export interface OcrResult {
  /** In reading order; none for an image without text. */
  readonly lines: readonly OcrLine[];
  /** Mean confidence of its words, 0 to 1; 0 where there are none. */
  readonly confidence: number;
  /** BCP 47 tags of the languages it was read in. */
  readonly languages: readonly string[];
}

/** How an image is read. */
export interface OcrOptions {
  /**
   * BCP 47 tags of the languages that the text may be in, likeliest first, as far as they can be guessed from the rest of
   * the document. Engines use those that they have data for; with none of them they use their own default.
   */
  readonly languages?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads text from images of pages. */
export interface OcrEngine {
  /** Name, version and settings. What one engine has read is not read anew because there is another. */
  readonly id: string;
  /** Media types of the images it reads. */
  readonly mediaTypes: readonly string[];
  /**
   * Reads one image; several calls may run at once.
   *
   * @throws CuboError `CUBO_OCR_FAILED` when the image cannot be decoded, rendered or read, and after `close()`;
   * `CUBO_LIMIT_EXCEEDED` when it is larger than the engine takes
   */
  recognize(image: OcrImage, options?: OcrOptions): Promise<OcrResult>;
  /** Releases its workers; may be called more than once. */
  close(): Promise<void>;
}
