import type { DocumentDescription, ExtractContext, OcrEngine, UnreadPlace } from '@cubo/contracts';

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
}

/** The context of one source, and what its extractor has said in it so far. */
export interface SourceContext {
  readonly context: ExtractContext;
  readonly description: DocumentDescription;
  readonly unread: readonly UnreadPlace[];
}

/** Makes the context in which one source is extracted. */
export function createSourceContext(settings: ExtractSettings, signal: AbortSignal | undefined): SourceContext {
  const unread: UnreadPlace[] = [];
  let description: DocumentDescription = {};
  return {
    context: {
      ...settings,
      signal,
      unread: (place) => unread.push(place),
      describe: (more) => {
        description = { ...description, ...more };
      },
    },
    unread,
    get description() {
      return description;
    },
  };
}
