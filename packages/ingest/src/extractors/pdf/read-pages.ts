import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ExtractContext } from '@cubo/contracts';
import type { OpenedPdf } from './open-pdf.ts';
import type { PageContent } from './page/page-content.ts';
import { readPage } from './page/read-page.ts';
import { withTimeout } from './with-timeout.ts';

/** After so many pages in a row that cannot be read, the rest is given up. */
const mostFailures = 50;

/**
 * How long reading may take, in milliseconds; the time in between, in which the reader of the pages works, does not
 * count.
 */
export interface PdfLimits {
  readonly pageTimeout: number;
  readonly documentTimeout: number;
}

/** Reads the pages of a document in order; what cannot be read is reported as unread. */
export async function* readPages(
  pdf: OpenedPdf,
  context: ExtractContext,
  { pageTimeout, documentTimeout }: PdfLimits,
): AsyncGenerator<PageContent> {
  const { signal } = context;
  const { numPages } = pdf.document;
  const boldFonts = new Map<string, boolean>();
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
    let content: PageContent;
    try {
      content = await withTimeout(readPage(pdf, page, { timeout, signal, boldFonts }), timeout, signal);
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
      // What pdf.js still does for this page before it notices must not count for the next.
      await setTimeout(1);
      continue;
    } finally {
      left -= performance.now() - started;
    }
    const maps = pdf.takeMissingMaps();
    if (maps.length > 0) {
      const reason = `Part of its text is in a font that needs the character map ${maps.join(', ')}, which is not built in.`;
      context.unread({ place, reason, code: 'CUBO_FORMAT_UNSUPPORTED' });
    }
    if (content.isCut) {
      const reason = 'It has more pieces of text than a page may have; the rest is left out.';
      context.unread({ place, reason, code: 'CUBO_LIMIT_EXCEEDED' });
    }
    yield content;
    await setImmediate();
  }
}
