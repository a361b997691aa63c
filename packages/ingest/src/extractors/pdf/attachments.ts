import type { ExtractContext, Source } from '@cubo/contracts';
import { type OpenedPdf, pdfTimeout } from './open-pdf.ts';
import { withTimeout } from './with-timeout.ts';

/** A file within the document, under the id by which pdf.js gives its content. */
export interface PdfAttachment {
  readonly name: string;
  readonly id: string;
}

/** More files than that are not opened. */
const mostAttachments = 1000;

/** The files that are attached to the document as a whole: also those of a portfolio. */
export async function documentAttachments(pdf: OpenedPdf, context: ExtractContext): Promise<PdfAttachment[]> {
  const { signal } = context;
  try {
    const found = await withTimeout(pdf.document.getAttachments(), pdfTimeout, signal);
    return [...(found ?? [])].map(([id, { filename }]) => ({ id, name: filename || id }));
  } catch (error) {
    signal?.throwIfAborted();
    context.unread({ place: 'attachments', reason: reasonOf(error), code: 'CUBO_FORMAT_INVALID' });
    return [];
  }
}

/** The files within a document as sources, each unpacked when it is its turn. */
export async function* attachmentSources(
  pdf: OpenedPdf,
  attachments: readonly PdfAttachment[],
  uri: string,
  context: ExtractContext,
): AsyncGenerator<Source> {
  const { signal } = context;
  for (const [index, { name, id }] of attachments.entries()) {
    signal?.throwIfAborted();
    if (index === mostAttachments) {
      const reason = `The document has more than ${mostAttachments} files attached.`;
      context.unread({ place: name, reason, code: 'CUBO_LIMIT_EXCEEDED' });
      return;
    }
    try {
      const content = (await withTimeout(pdf.document.getAttachmentContent(id), pdfTimeout, signal)) as unknown;
      if (!(content instanceof Uint8Array)) throw new Error('it has no content');
      if (content.byteLength > context.maximumBytes) throw new Error(`it has ${content.byteLength} bytes`);
      yield attachmentSource(name, content, uri);
    } catch (error) {
      signal?.throwIfAborted();
      context.unread({ place: name, reason: reasonOf(error), code: 'CUBO_FORMAT_INVALID' });
    }
  }
}

function attachmentSource(name: string, content: Uint8Array, uri: string): Source {
  return {
    uri: `${uri}#${encodeURIComponent(name.toWellFormed())}`,
    name,
    size: content.byteLength,
    async *open() {
      yield content;
    },
    readRange: async (start, end) => content.subarray(start, end),
  };
}

function reasonOf(error: unknown): string {
  return `It could not be read (${error instanceof Error ? error.message : String(error)}).`;
}
