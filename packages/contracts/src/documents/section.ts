import type { Locator, PageBox } from './locator.ts';

/** What a section is, which decides how it may be cut. */
export type SectionKind = 'prose' | 'table' | 'slide' | 'code';

/** A stretch of a section's text and the rectangle that it fills on its page. */
export interface TextBox {
  /** Offset in the section's text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly box: PageBox;
}

/**
 * A stretch of a document that belongs together, as an extractor yields it.
 *
 * Sections come in document order and do not overlap; `locator.end - locator.start === text.length`, and
 * `text` is exactly that range of the document text.
 *
 * Chunkers may join neighbours. For that they take it that sections which lie one or two characters apart, and are
 * located by `page`, `slide`, `heading`, `time` or `characters`, are divided by line breaks (`\n`), as in a document text that
 * the extractor makes itself. Where the document text is the file as it is, sections touch, or end with the line break
 * that ends them there, or are located by `lines` or `rows`.
 */
export interface Section {
  readonly text: string;
  readonly kind: SectionKind;
  readonly locator: Locator;
  /** Headings above the text, outermost first. */
  readonly heading?: readonly string[] | undefined;
  /**
   * What every chunk cut from this section must repeat to make sense on its own (a table's header row, a sheet's
   * name). It is indexed with the chunk but is never quoted: it is not part of `text`.
   */
  readonly context?: string | undefined;
  /**
   * For tables: where in `text` each row starts, in order, beginning with 0. Chunks are cut between rows where
   * that is possible, and the rows of a `rows` or `sheet` locator are counted with it.
   */
  readonly rowStarts?: readonly number[] | undefined;
  /**
   * For pages: the lines or words of `text` and their rectangles, ascending and without overlap. The `box` of a chunk's
   * locator is made of those that it touches.
   */
  readonly boxes?: readonly TextBox[] | undefined;
}
