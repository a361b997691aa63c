/** Options of `tesseractOcr`. */
export interface TesseractOcrOptions {
  /**
   * BCP 47 tags (`de`) or Tesseract's names (`deu`) of the languages to read, likeliest first; they are read together, a
   * quarter slower for each. What a caller guesses of a document's language narrows them. Default: those whose data is
   * installed.
   */
  readonly languages?: readonly string[] | undefined;
  /**
   * A folder of files `<name>.traineddata` or `.traineddata.gz`, such as your own training. Default: the packages
   * `@tesseract.js-data/<name>`; English comes along, others are added by `npm install @tesseract.js-data/deu`.
   */
  readonly languageData?: string | undefined;
  /** Pages that are read at the same time, a thread each. Default: one less than the machine runs, from 2 to 4. */
  readonly workers?: number | undefined;
  /**
   * Dots per inch to draw pages of PDF documents with. Default: as many as give 3.8 million pixels, from 144 to 300; that
   * is 200 for A4. A page that is read badly is drawn finer once more.
   */
  readonly dpi?: number | undefined;
  /** How long one pass over a page may take, by the clock. Default 300 s: a page of 10 s takes that on a busy machine. */
  readonly timeLimitMilliseconds?: number | undefined;
  /** How long a thread without work is kept. Default 30 s. */
  readonly idleMilliseconds?: number | undefined;
  /**
   * The most pixels of an image; larger ones are refused with `CUBO_LIMIT_EXCEEDED`. Pages of PDF documents are drawn
   * coarser instead. Default 40 million: A4 at 600 dots per inch is 35 million.
   */
  readonly maximumPixels?: number | undefined;
}
