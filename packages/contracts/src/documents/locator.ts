/**
 * A half-open range `[start, end)` of UTF-16 code units in a document's text.
 *
 * The *document text* of a text format (plain text, Markdown, CSV) is the decoded file itself; of any other
 * format it is what the extractor made of it, its sections in order. A locator therefore always leads back to
 * the very characters that are quoted.
 */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What every place has: its characters, and the way to it where it lies in a document within the document. */
export interface Place extends TextRange {
  /**
   * For a text within a container (an attachment of a message, a file in an archive): the names that lead to it,
   * outermost first. Page, rows and lines then count within the innermost.
   */
  readonly member?: readonly string[] | undefined;
}

/** An inclusive range of 1-based numbers: lines, or rows of a table (the header is row 1). */
export type NumberRange = readonly [first: number, last: number];

/** A rectangle on a page in PDF points (on an image in pixels), origin at the lower left: `[x0, y0, x1, y1]`. */
export type PageBox = readonly [number, number, number, number];

/** A place on a page of a paginated document; `page` counts from 1. An image is a document of one page. */
export interface PageLocator extends Place {
  readonly kind: 'page';
  readonly page: number;
  /** The smallest rectangle that holds the text. */
  readonly box?: PageBox | undefined;
  /** For text that optical character recognition has read: how sure it is, 0 to 1. */
  readonly confidence?: number | undefined;
}

/** A slide of a presentation; `slide` counts from 1. */
export interface SlideLocator extends Place {
  readonly kind: 'slide';
  readonly slide: number;
}

/** Rows of a named sheet of a workbook. */
export interface SheetLocator extends Place {
  readonly kind: 'sheet';
  readonly sheet: string;
  readonly rows: NumberRange;
}

/** Rows of a table that is the whole document (CSV, TSV). */
export interface RowsLocator extends Place {
  readonly kind: 'rows';
  readonly rows: NumberRange;
}

/** The part of a document under a heading; `path` goes from the outermost heading to the innermost. */
export interface HeadingLocator extends Place {
  readonly kind: 'heading';
  readonly path: readonly string[];
}

/** Lines of a plain text. */
export interface LinesLocator extends Place {
  readonly kind: 'lines';
  readonly lines: NumberRange;
}

/** Something that is said in a recording: from when to when, in seconds from its beginning. */
export interface TimeLocator extends Place {
  readonly kind: 'time';
  readonly seconds: readonly [first: number, last: number];
}

/** Nothing but the character range is known. */
export interface CharactersLocator extends Place {
  readonly kind: 'characters';
}

/** Where in its document a piece of text stands. */
export type Locator =
  | PageLocator
  | SlideLocator
  | SheetLocator
  | RowsLocator
  | HeadingLocator
  | LinesLocator
  | TimeLocator
  | CharactersLocator;
