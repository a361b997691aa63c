import type { DocumentDescription, ExtractContext, OcrEngine, UnreadPlace } from '@cubo/contracts';
import type { ExtractorRegistry } from '../extractors/registry.ts';
import { boundedReport } from './bounded-report.ts';
import { createMemberExtraction, type MemberLimits } from './extract-member.ts';

/** Unread places of a source itself that are listed one by one: the pages of a long scan, not the messages of a broken mailbox. */
const mostListed = 10_000;

/** What every source of an ingest is extracted with. */
export interface ExtractSettings {
  /** The most bytes an extractor may hold at once. */
  readonly maximumBytes: number;
  /** Passwords to try on encrypted documents. */
  readonly passwords?: readonly string[] | undefined;
  /** Reads pages and images that hold no text. */
  readonly ocr?: OcrEngine | undefined;
  /** Language of a text, `und` where it cannot be told. */
  readonly detectLanguage: (text: string) => string;
  /** Finds the extractors of documents within documents. */
  readonly registry: ExtractorRegistry;
  /** How much may lie within one source. Defaults: see `MemberLimits`. */
  readonly memberLimits?: Partial<MemberLimits> | undefined;
}

/** What an extractor of the pipeline is given. */
export interface PipelineContext extends ExtractContext {
  /** Hears at which byte of the source its reader is; not told of a source within another. */
  readonly reached?: ((position: number) => void) | undefined;
}

/** The context of one source, and what its extractor has said in it so far. */
export interface SourceContext {
  readonly context: PipelineContext;
  readonly description: DocumentDescription;
  readonly unread: readonly UnreadPlace[];
  /** The byte of the source at which its reader is. It may go back: texts are read once for their encoding first. */
  readonly position: number;
}

/**
 * Makes the context in which one source is extracted.
 *
 * @param sha256 hash of the source, by which an archive that contains itself is known
 */
export function createSourceContext(
  settings: ExtractSettings,
  signal: AbortSignal | undefined,
  sha256?: string,
): SourceContext {
  const { registry, memberLimits, ...rest } = settings;
  const unread: UnreadPlace[] = [];
  let description: DocumentDescription = {};
  let position = 0;
  const base: ExtractContext = {
    ...rest,
    signal,
    unread: boundedReport(unread, mostListed),
    describe: (more) => {
      description = { ...description, ...more };
    },
  };
  const extractMember = createMemberExtraction({ registry, limits: memberLimits, context: base, unread, sha256 });
  const reached = (reader: number) => {
    position = reader;
  };
  return {
    context: { ...base, extractMember, reached },
    unread,
    get position() {
      return position;
    },
    get description() {
      return description;
    },
  };
}
