import {
  type Analyzer,
  type Chunk,
  type Chunker,
  CuboError,
  type OcrEngine,
  type Source,
  type UnreadPlace,
} from '@cubo/contracts';
import { createSourceContext, type ExtractorRegistry, examineSource, extractChunks } from '@cubo/ingest';
import { checkedSource } from '../ingest/host-source.ts';
import { stepsUnlessAborted } from '../signals/steps-unless-aborted.ts';
import type { ExtractThreads } from '../threads/extract-in-threads.ts';

/** Options of `cubo.extract`. */
export interface ExtractOptions {
  /** Passwords to try on an encrypted document. Default: none. */
  readonly passwords?: readonly string[] | undefined;
  /** The most characters to read; what is behind them is left, and `isCut` says so. Default: all. */
  readonly maximumCharacters?: number | undefined;
  /** The most bytes that a document may have. Default: `maximumBytes` of the library. */
  readonly maximumBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A document that was read and cut, and not stored. */
export interface ExtractedDocument {
  readonly title?: string | undefined;
  /** BCP 47 tag, where the format states it. */
  readonly language?: string | undefined;
  readonly pages?: number | undefined;
  /** Its passages in order. */
  readonly chunks: readonly Chunk[];
  /** Places that could not be read. */
  readonly unread: readonly UnreadPlace[];
  /** Whether it goes on behind `maximumCharacters`. */
  readonly isCut: boolean;
}

/** Reads a source with the extractor for it, and cuts it: in a thread, unless the extractor is an object of the host's own. */
export async function extractDocument(
  given: Source,
  options: ExtractOptions,
  parts: {
    readonly registry: ExtractorRegistry;
    readonly chunker: Chunker;
    readonly ocr: OcrEngine | undefined;
    readonly analyzer: Analyzer;
    readonly maximumBytes: number;
    /** `undefined` where all work stays in the calling thread. */
    readonly threads: ExtractThreads | undefined;
  },
): Promise<ExtractedDocument> {
  const { registry, chunker, ocr, analyzer, threads } = parts;
  const { passwords, maximumCharacters = Number.POSITIVE_INFINITY, signal } = options;
  const maximumBytes = Math.min(options.maximumBytes ?? parts.maximumBytes, parts.maximumBytes);
  const source = checkedSource(given);
  if ('path' in source) {
    throw new CuboError({
      code: source.code ?? 'CUBO_BAD_ARGUMENT',
      message: source.reason,
      remedy: 'Correct what the source states of itself.',
      path: source.path,
    });
  }
  if (source.size !== undefined && source.size > maximumBytes) throw tooLarge(source, maximumBytes);
  const settings = {
    ...{ maximumBytes, passwords, ocr, registry },
    detectLanguage: (text: string) => analyzer.detect(text),
  };
  try {
    const examined = await examineSource(registry)(source, signal);
    if (examined.bytes > maximumBytes) throw tooLarge(source, maximumBytes);
    const made = createSourceContext(settings, signal, examined.sha256);
    const chunks: Chunk[] = [];
    let end = 0;
    let isCut = false;
    const { context } = made;
    const read = threads?.extract(source, examined, context) ?? extractChunks(chunker)(source, examined, context);
    for await (const chunk of stepsUnlessAborted(read, signal)) {
      isCut = chunk.locator.end > maximumCharacters && end > 0;
      if (isCut) break;
      chunks.push(chunk);
      end = chunk.locator.end;
    }
    const { title = source.title, language, pages } = made.description;
    return { title: source.title ?? title, language, pages, chunks, unread: made.unread, isCut };
  } catch (error) {
    signal?.throwIfAborted();
    // What went wrong with a source is carried by an error of the pipeline's own.
    const { cause } = error as Error;
    throw cause instanceof CuboError ? cause : error;
  }
}

function tooLarge({ uri }: Source, maximumBytes: number): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_TOO_LARGE',
    message: `${uri} has more than ${maximumBytes} bytes.`,
    remedy: 'Ingest it into the library, or allow more by maximumBytes.',
    path: uri,
  });
}
