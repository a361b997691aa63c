import type { DocumentDescription } from '@cubo/contracts';
import { type OpenedPdf, pdfTimeout } from './open-pdf.ts';
import { withTimeout } from './with-timeout.ts';

/** Titles and authors that programs put in when nobody gave any. */
const placeholder =
  /^\(?(?:anonymous|untitled|unknown|user|author)\)?$|^(?:microsoft )?(?:word|excel|powerpoint)(?: - .*|[- ]pr[eä]sentation)?$|^document ?\d*$/i;

/** What a document says about itself. */
export async function describePdf(pdf: OpenedPdf, signal: AbortSignal | undefined): Promise<DocumentDescription> {
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
