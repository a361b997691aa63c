import { type ExtractContext, isCuboError, type OcrResult } from '@cubo/contracts';
import type { OpenedPdf } from '../open-pdf.ts';
import type { PageContent } from '../page/page-content.ts';
import { createLanguageGuess } from './language-guess.ts';
import { type RecognizedText, recognizedText } from './recognized-text.ts';

/** A page, and what was read from its picture. */
export interface RecognizedPage {
  readonly content: PageContent;
  readonly recognized?: RecognizedText | undefined;
}

/** Pages that are read ahead, so that several pictures are recognised at once. */
const ahead = 6;

const unavailable =
  'Its text is in a picture, which only optical character recognition (OCR) can read; install @cubo/ocr to have it read.';
const nothing = 'Optical character recognition (OCR) found no text in the picture of the page.';

/** Has the pages that are pictures read by the OCR engine, in order; without one, and where it fails, they are reported. */
export async function* recognizePages(
  pages: AsyncIterable<PageContent>,
  pdf: OpenedPdf,
  context: ExtractContext,
  statedLanguage: string | undefined,
): AsyncGenerator<RecognizedPage> {
  const { ocr, signal } = context;
  const guess = createLanguageGuess(context, statedLanguage);
  /** Stops what is still being recognised when nobody waits for it any more. */
  const stop = new AbortController();
  const recognition = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let bytes: Promise<Uint8Array> | undefined;
  const waiting: { readonly content: PageContent; result?: Promise<OcrResult | Error> }[] = [];

  function start(): void {
    for (const page of waiting) {
      if (!ocr || !page.content.isPicture || page.result !== undefined) continue;
      bytes ??= sharedBytes(pdf);
      const recognize = async (all: Uint8Array) =>
        ocr.recognize(
          { kind: 'pdf-page', bytes: all, page: page.content.page, password: pdf.password },
          { languages: guess.languages(), signal: recognition },
        );
      page.result = bytes.then(recognize).catch((error: unknown) => toError(error));
    }
  }

  async function finish(): Promise<RecognizedPage> {
    start();
    const { content, result } = waiting.shift() as (typeof waiting)[number];
    if (!content.isPicture) return { content };
    const place = `page ${content.page}`;
    if (result === undefined) {
      context.unread({ place, reason: unavailable, code: 'CUBO_OCR_UNAVAILABLE' });
      return { content };
    }
    const outcome = await result;
    signal?.throwIfAborted();
    if (outcome instanceof Error) {
      const code = isCuboError(outcome) ? outcome.code : 'CUBO_OCR_FAILED';
      context.unread({ place, reason: `Its picture could not be read (${outcome.message}).`, code });
      return { content };
    }
    const recognized = recognizedText(outcome);
    if (recognized) guess.add(recognized.text);
    else context.unread({ place, reason: nothing, code: 'CUBO_SOURCE_EMPTY' });
    return { content, recognized };
  }

  try {
    for await (const content of pages) {
      waiting.push({ content });
      if (!content.isPicture) guess.add(content.runs.map(({ text }) => text).join(' '));
      if (waiting.length > ahead) yield await finish();
    }
    while (waiting.length > 0) yield await finish();
  } finally {
    stop.abort();
  }
}

/** The document in memory that other threads can see without copying it. */
async function sharedBytes(pdf: OpenedPdf): Promise<Uint8Array> {
  const bytes = await pdf.document.getData();
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
