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

/** The context of one source, and what its extractor has said in it so far. */
export interface SourceContext {
  readonly context: ExtractContext;
  readonly description: DocumentDescription;
  readonly unread: readonly UnreadPlace[];
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
  const base: ExtractContext = {
    ...rest,
    signal,
    unread: boundedReport(unread, mostListed),
    describe: (more) => {
      description = { ...description, ...more };
    },
  };
  const extractMember = createMemberExtraction({ registry, limits: memberLimits, context: base, unread, sha256 });
  return {
    context: { ...base, extractMember },
    unread,
    get description() {
      return description;
    },
  };
}
