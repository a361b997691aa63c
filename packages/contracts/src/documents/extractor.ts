import type { CuboErrorCode } from '../errors/cubo-error-code.ts';
import type { OcrEngine } from '../models/ocr-engine.ts';
import type { Metadata } from './metadata.ts';
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
  /** Labels that the document gives itself, such as the front matter of a Markdown file; those of the host win. */
  readonly metadata?: Metadata | undefined;
}

/** What an extractor is given beside the source. */
export interface ExtractContext {
  readonly signal?: AbortSignal | undefined;
  /**
   * The most bytes an extractor may hold at once; larger sources are streamed or refused with `CUBO_SOURCE_TOO_LARGE`.
   */
  readonly maximumBytes: number;
  /** Passwords to try on an encrypted document, after the empty one. Default none. */
  readonly passwords?: readonly string[] | undefined;
  /** Reads pages and images that hold no text; `undefined` where none is installed. */
  readonly ocr?: OcrEngine | undefined;
  /** The language of a text as a BCP 47 tag, `und` where it cannot be told. */
  detectLanguage?(text: string): string;
  /**
   * Extracts a document that lies within this one, with whatever extractor reads it: an attachment, a file in an archive.
   * Its sections come with offsets that begin at `start` and with the member's name at the head of their
   * `locator.member` and `heading`. What cannot be read of it is reported by {@link ExtractContext.unread} under its name,
   * a member that cannot be read at all too; nothing is thrown but an abort. `undefined` where containers are not opened.
   */
  readonly extractMember?:
    | ((member: Source, options: { readonly start: number }) => AsyncIterable<Section>)
    | undefined;
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
