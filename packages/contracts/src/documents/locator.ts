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

/** An inclusive range of 1-based numbers: lines, or rows of a table (the header is row 1). */
export type NumberRange = readonly [first: number, last: number];

/** A rectangle on a page in PDF points, origin at the lower left: `[x0, y0, x1, y1]`. */
export type PageBox = readonly [number, number, number, number];

/** A place on a page of a paginated document; `page` counts from 1. */
export interface PageLocator extends TextRange {
  readonly kind: 'page';
  readonly page: number;
  readonly box?: PageBox;
}

/** A slide of a presentation; `slide` counts from 1. */
export interface SlideLocator extends TextRange {
  readonly kind: 'slide';
  readonly slide: number;
}

/** Rows of a named sheet of a workbook. */
export interface SheetLocator extends TextRange {
  readonly kind: 'sheet';
  readonly sheet: string;
  readonly rows: NumberRange;
}

/** Rows of a table that is the whole document (CSV, TSV). */
export interface RowsLocator extends TextRange {
  readonly kind: 'rows';
  readonly rows: NumberRange;
}

/** The part of a document under a heading; `path` goes from the outermost heading to the innermost. */
export interface HeadingLocator extends TextRange {
  readonly kind: 'heading';
  readonly path: readonly string[];
}

/** Lines of a plain text. */
export interface LinesLocator extends TextRange {
  readonly kind: 'lines';
  readonly lines: NumberRange;
}

/** Nothing but the character range is known. */
export interface CharactersLocator extends TextRange {
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
  | CharactersLocator;
