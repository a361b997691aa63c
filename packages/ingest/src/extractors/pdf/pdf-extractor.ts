import type { DocumentDescription, ExtractContext, Extractor, Section } from '@cubo/contracts';
import { readSource } from '../../sources/read-source.ts';
import { emptySource } from '../shared/empty-source.ts';
import { type OpenedPdf, openPdf, pdfTimeout } from './open-pdf.ts';
import { type PageTextItem, pageText } from './page-text.ts';
import { withTimeout } from './with-timeout.ts';

/** After so many pages in a row that cannot be read, the rest is given up. */
const mostFailures = 50;

const noTextLayer =
  'no text layer: the page is blank, or a scanned image whose text only optical character recognition (OCR) can read';

/** Titles and authors that programs put in when nobody gave any. */
const placeholder =
  /^\(?(?:anonymous|untitled|unknown|user|author)\)?\b|^(?:microsoft )?(?:word|excel|powerpoint)\b|^document ?\d*$/i;

/**
 * Reads the text layer of PDF documents, page by page; only one page is held at a time. Locators name the page; the document
 * text is that of the pages, divided by blank lines. Title, author, language and number of pages describe the document. A page
 * without text, or one that fails, is reported as unread.
 */
export function pdfExtractor(): Extractor {
  return {
    id: 'pdf@1',
    mediaTypes: ['application/pdf'],
    extensions: ['.pdf'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { signal, maximumBytes } = context;
      const pdf = await openPdf(await readSource(source, { maximumBytes, signal }), source.uri, signal);
      try {
        context.describe(await describePdf(pdf, signal));
        let start = 0;
        for await (const { page, text } of readPages(pdf, context)) {
          const end = start + text.length;
          yield { text, kind: 'prose', locator: { kind: 'page', page, start, end } };
          start = end + 2;
        }
        if (start > 0) return;
      } finally {
        await pdf.close();
      }
      throw emptySource(source.uri, 'It looks scanned: run optical character recognition (OCR) over it first.');
    },
  };
}

async function* readPages(pdf: OpenedPdf, context: ExtractContext): AsyncGenerator<{ page: number; text: string }> {
  const { numPages } = pdf.document;
  let failures = 0;
  for (let page = 1; page <= numPages; page++) {
    context.signal?.throwIfAborted();
    const place = `page ${page}`;
    let text: string;
    try {
      text = await withTimeout(readPage(pdf, page), pdfTimeout, context.signal);
      failures = 0;
    } catch (error) {
      context.signal?.throwIfAborted();
      failures++;
      const last = failures === mostFailures && page < numPages;
      context.unread({
        place: last ? `pages ${page} to ${numPages}` : place,
        reason: `It could not be read (${error instanceof Error ? error.message : String(error)}).`,
        code: 'CUBO_FORMAT_INVALID',
      });
      if (last) return;
      continue;
    }
    const maps = pdf.takeMissingMaps();
    if (maps.length > 0) {
      const reason = `Part of its text is in a font that needs the character map ${maps.join(', ')}, which is not built in.`;
      context.unread({ place, reason, code: 'CUBO_FORMAT_UNSUPPORTED' });
    } else if (text === '') context.unread({ place, reason: noTextLayer, code: 'CUBO_SOURCE_EMPTY' });
    if (text !== '') yield { page, text };
  }
}

async function readPage(pdf: OpenedPdf, number: number): Promise<string> {
  const page = await pdf.document.getPage(number);
  try {
    const { items } = await page.getTextContent();
    return pageText(items.filter((item): item is typeof item & PageTextItem => 'str' in item));
  } finally {
    page.cleanup();
  }
}

async function describePdf(pdf: OpenedPdf, signal: AbortSignal | undefined): Promise<DocumentDescription> {
  const pages = pdf.document.numPages;
  try {
    const { info } = await withTimeout(pdf.document.getMetadata(), pdfTimeout, signal);
    const values = info as Readonly<Record<string, unknown>>;
    const value = (key: string) => {
      const text = values[key];
      return typeof text === 'string' && text.trim() !== '' && !placeholder.test(text.trim())
        ? text.trim().toWellFormed()
        : undefined;
    };
    const [title, author, language] = [value('Title'), value('Author'), value('Language')];
    return { pages, ...(title && { title }), ...(author && { author }), ...(language && { language }) };
  } catch {
    // The text matters more than what the document says about itself.
    signal?.throwIfAborted();
    return { pages };
  }
}
