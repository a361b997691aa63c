import type { ExtractContext, Extractor, Section, UnreadPlace } from '@cubo/contracts';
import { readSource } from '../../sources/read-source.ts';
import { emptySource } from '../shared/empty-source.ts';
import { createMemberSections, type MemberSections } from '../shared/member-sections.ts';
import { unreadSource } from '../shared/unread-source.ts';
import { watchUnread } from '../shared/watch-unread.ts';
import { attachmentSources, documentAttachments, type PdfAttachment } from './attachments.ts';
import { describePdf } from './describe-pdf.ts';
import { readOutline } from './headings/outline.ts';
import { createPdfHeadings } from './headings/pdf-headings.ts';
import { layOutPage } from './layout/page-layout.ts';
import { type OpenedPdf, openPdf, pdfTimeout } from './open-pdf.ts';
import type { PageContent } from './page/page-content.ts';
import { pageSections } from './page-sections.ts';
import { readPages } from './read-pages.ts';
import { withoutRunningLines } from './running-lines/without-running-lines.ts';
import { recognizePages } from './scans/recognize-pages.ts';
import { withTimeout } from './with-timeout.ts';

/** The most time for reading all pages of a document, beside what each of its pages may take in any case. */
const documentTimeout = 60_000;
const timeForEachPage = 100;

/**
 * Reads PDF documents page by page, in reading order: columns, paragraphs, lists, tables row by row, the values of form
 * fields, text boxes and comments; then the files that are attached. Running headers and footers are left out. Locators
 * name the page, sections bring the rectangles of their lines; headings come from the outline and from the type.
 * Pages that are pictures are read by the OCR engine of the context. A few pages are held at a time.
 *
 * What cannot be read is reported as unread; so are a page that takes more than 20 seconds, and all that is left of a
 * document after a minute and a tenth of a second for each page.
 */
export function pdfExtractor(): Extractor {
  return {
    id: 'pdf@1',
    mediaTypes: ['application/pdf'],
    extensions: ['.pdf'],
    async *extract(source, given): AsyncGenerator<Section> {
      const { signal, maximumBytes, passwords } = given;
      const watched = watchUnread(given);
      const { context } = watched;
      const bytes = await readSource(source, { maximumBytes, signal });
      const pdf = await openPdf(bytes, source.uri, { passwords, signal });
      const sections = createMemberSections(context);
      try {
        const attachments: PdfAttachment[] = [];
        yield* readDocument(pdf, context, sections, attachments);
        attachments.push(...(await documentAttachments(pdf, context)));
        for await (const member of attachmentSources(pdf, attachments, source.uri, context))
          yield* sections.read(member);
      } finally {
        await pdf.close();
      }
      const { firstUnread } = watched;
      if (!sections.isEmpty) return;
      throw firstUnread ? unreadSource(source.uri, firstUnread, remedyFor(firstUnread)) : emptySource(source.uri);
    },
  };
}

async function* readDocument(
  pdf: OpenedPdf,
  context: ExtractContext,
  sections: MemberSections,
  attachments: PdfAttachment[],
): AsyncGenerator<Section> {
  const { signal } = context;
  const description = await describePdf(pdf, signal);
  context.describe(description);
  const headings = createPdfHeadings(await outlineOf(pdf, signal));
  const limits = {
    pageTimeout: pdfTimeout,
    documentTimeout: documentTimeout + timeForEachPage * pdf.document.numPages,
  };
  async function* measured(pages: AsyncIterable<PageContent>): AsyncGenerator<PageContent> {
    for await (const content of pages) {
      headings.measure(content.runs);
      yield content;
    }
  }
  const pages = withoutRunningLines(measured(readPages(pdf, context, limits)));
  for await (const { content, recognized } of recognizePages(pages, pdf, context, description.language)) {
    const { page, runs, notes } = content;
    attachments.push(...content.attachments);
    const parts = { page, blocks: layOutPage(runs), recognized, notes };
    for (const section of pageSections(parts, headings, sections.next)) yield sections.own(section);
  }
}

async function outlineOf(
  pdf: OpenedPdf,
  signal: AbortSignal | undefined,
): Promise<Awaited<ReturnType<typeof readOutline>>> {
  try {
    return await withTimeout(readOutline(pdf), pdfTimeout, signal);
  } catch {
    // The text matters more than its outline.
    signal?.throwIfAborted();
    return undefined;
  }
}

function remedyFor({ code }: UnreadPlace): string {
  return code === 'CUBO_OCR_UNAVAILABLE'
    ? 'It looks scanned: install @cubo/ocr to have optical character recognition (OCR) read it, or run OCR over it first.'
    : 'Open it in a PDF reader, and print it to a new PDF if it shows text there.';
}
