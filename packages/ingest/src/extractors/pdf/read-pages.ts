import { setImmediate } from 'node:timers/promises';
import type { ExtractContext } from '@cubo/contracts';
import type { OpenedPdf } from './open-pdf.ts';
import { createPageText, type PageTextItem } from './page-text.ts';
import { TimeoutError, withTimeout } from './with-timeout.ts';

/** After so many pages in a row that cannot be read, the rest is given up. */
const mostFailures = 50;
/**
 * Milliseconds of work after which timers and other tasks have their turn: the messages of pdf.js alone never let them.
 */
const timeSlice = 20;

const noTextLayer =
  'no text layer: the page is blank, or a scanned image whose text only optical character recognition (OCR) can read';

/**
 * How long reading may take, in milliseconds; the time in between, in which the reader of the pages works, does not
 * count.
 */
export interface PdfLimits {
  readonly pageTimeout: number;
  readonly documentTimeout: number;
}

/** Reads the pages of a document that have text, in order; the others are reported as unread. */
export async function* readPages(
  pdf: OpenedPdf,
  context: ExtractContext,
  { pageTimeout, documentTimeout }: PdfLimits,
): AsyncGenerator<{ readonly page: number; readonly text: string }> {
  const { signal } = context;
  const { numPages } = pdf.document;
  const giveUp = (page: number, reason: string) =>
    context.unread({
      place: page < numPages ? `pages ${page} to ${numPages}` : `page ${page}`,
      reason,
      code: 'CUBO_FORMAT_INVALID',
    });
  let failures = 0;
  let left = documentTimeout;
  for (let page = 1; page <= numPages; page++) {
    signal?.throwIfAborted();
    if (left <= 0) {
      giveUp(page, 'The pages before took all the time that a document may take; split it into smaller ones.');
      return;
    }
    const place = `page ${page}`;
    const started = performance.now();
    const timeout = Math.min(pageTimeout, left);
    let text: string;
    try {
      text = await withTimeout(readPage(pdf, page, timeout, signal), timeout, signal);
      failures = 0;
    } catch (error) {
      signal?.throwIfAborted();
      const reason = `It could not be read (${error instanceof Error ? error.message : String(error)}).`;
      failures++;
      if (failures === mostFailures) {
        giveUp(page, reason);
        return;
      }
      context.unread({ place, reason, code: 'CUBO_FORMAT_INVALID' });
      continue;
    } finally {
      left -= performance.now() - started;
    }
    const maps = pdf.takeMissingMaps();
    if (maps.length > 0) {
      const reason = `Part of its text is in a font that needs the character map ${maps.join(', ')}, which is not built in.`;
      context.unread({ place, reason, code: 'CUBO_FORMAT_UNSUPPORTED' });
    } else if (text === '') context.unread({ place, reason: noTextLayer, code: 'CUBO_SOURCE_EMPTY' });
    if (text !== '') yield { page, text };
  }
}

async function readPage(pdf: OpenedPdf, number: number, timeout: number, signal?: AbortSignal): Promise<string> {
  const page = await pdf.document.getPage(number);
  // As a stream, pdf.js waits for its reader, and can be stopped.
  const reader = page.streamTextContent().getReader();
  const text = createPageText();
  const started = performance.now();
  let paused = started;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text.text();
      for (const item of value.items as (PageTextItem | object)[]) if ('str' in item) text.add(item);
      const now = performance.now();
      if (now - started > timeout) throw new TimeoutError(`no result within ${Math.ceil(timeout / 1000)} s`);
      if (now - paused < timeSlice) continue;
      await setImmediate();
      signal?.throwIfAborted();
      paused = performance.now();
    }
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    throw error;
  } finally {
    page.cleanup();
  }
}
