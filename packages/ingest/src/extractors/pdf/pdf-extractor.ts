import type { DocumentDescription, Extractor, Section } from '@cubo/contracts';
import { readSource } from '../../sources/read-source.ts';
import { emptySource } from '../shared/empty-source.ts';
import { type OpenedPdf, openPdf, pdfTimeout } from './open-pdf.ts';
import { readPages } from './read-pages.ts';
import { withTimeout } from './with-timeout.ts';

/** The most time for reading all pages of a document, beside what each of its pages may take in any case. */
const documentTimeout = 60_000;
const timeForEachPage = 100;

/** Titles and authors that programs put in when nobody gave any. */
const placeholder =
  /^\(?(?:anonymous|untitled|unknown|user|author)\)?$|^(?:microsoft )?(?:word|excel|powerpoint)(?: - .*|[- ]pr[eä]sentation)?$|^document ?\d*$/i;

/**
 * Reads the text layer of PDF documents, page by page; only one page is held at a time. Locators name the page; the
 * document text is that of the pages, divided by blank lines. Title, author, language and number of pages describe the
 * document. A page without text, or one that fails, is reported as unread; so are a page that takes more than 20
 * seconds, and all that is left of a document after a minute and a tenth of a second for each page.
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
        const limits = {
          pageTimeout: pdfTimeout,
          documentTimeout: documentTimeout + timeForEachPage * pdf.document.numPages,
        };
        for await (const { page, text } of readPages(pdf, context, limits)) {
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
