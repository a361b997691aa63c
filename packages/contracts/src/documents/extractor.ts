import type { CuboErrorCode } from '../errors/cubo-error-code.ts';
import type { Section } from './section.ts';
import type { Source } from './source.ts';

/** A part of a source that could not be read although the rest could. */
export interface UnreadPlace {
  /** What was not read, for people: `page 3`. */
  readonly place: string;
  /** Why, for people, with the remedy where there is one. */
  readonly reason: string;
  /** The same for programs. */
  readonly code?: CuboErrorCode | undefined;
}

/** What an extractor learns about a whole document while it reads. */
export interface DocumentDescription {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** BCP 47 tag of the document's language, where the format states it. */
  readonly language?: string | undefined;
  /** Number of pages, slides or sheets. */
  readonly pages?: number | undefined;
}

/** What an extractor is given beside the source. */
export interface ExtractContext {
  readonly signal?: AbortSignal | undefined;
  /**
   * The most bytes an extractor may hold at once; larger sources are streamed or refused with `CUBO_SOURCE_TOO_LARGE`.
   */
  readonly maximumBytes: number;
  /** Reports a place that stays unread; the document then counts as partly indexed. */
  unread(place: UnreadPlace): void;
  /** Reports what is known about the document; may be called more than once, later fields win. */
  describe(description: DocumentDescription): void;
}

/**
 * Turns one format into sections.
 *
 * A source that cannot be read at all makes `extract` throw a `CuboError` (`CUBO_FORMAT_INVALID`,
 * `CUBO_SOURCE_TOO_LARGE`, …); anything else it throws is reported as `CUBO_FORMAT_INVALID` by the pipeline. It must
 * never end the process, hang, or pass over a part without calling `context.unread`.
 */
export interface Extractor {
  /** Name and version, stored with each document; change it when the output changes: `pdf@1`. */
  readonly id: string;
  /** Media types it reads. */
  readonly mediaTypes: readonly string[];
  /** File name extensions it reads, lower case, with the dot: `.pdf`. */
  readonly extensions: readonly string[];
  /** The source's sections in order, as they are read. */
  extract(source: Source, context: ExtractContext): AsyncIterable<Section>;
}
