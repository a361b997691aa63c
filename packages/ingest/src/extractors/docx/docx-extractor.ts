import type { Extractor, Section } from '@cubo/contracts';
import { readSource } from '../../sources/read-source.ts';
import { htmlSections } from '../html/html-sections.ts';
import { emptySource } from '../shared/empty-source.ts';
import { checkDocx, invalid } from './check-docx.ts';
import { describeProperties } from './docx-properties.ts';

const pieceSize = 64 * 1024;

/**
 * Reads Word documents (DOCX) by way of mammoth: headings become the breadcrumb, paragraphs, lists, text boxes and
 * tables come in document order, footnotes and endnotes at the end; tracked insertions count as text, tracked deletions
 * do not. Headers and footers, comments and images are left out. Title, author and language come from the document's
 * properties. External files and entities are never resolved.
 */
export function docxExtractor(): Extractor {
  return {
    id: 'docx@1',
    mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    extensions: ['.docx', '.docm', '.dotx'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { maximumBytes, signal } = context;
      const bytes = await readSource(source, { maximumBytes, signal });
      const { properties, archive } = await checkDocx(bytes, source.uri);
      const html = await convert(archive, source.uri);
      signal?.throwIfAborted();
      if (properties !== undefined) context.describe(describeProperties(properties));
      let empty = true;
      const options = { uri: source.uri, describe: () => {} };
      for await (const section of htmlSections(piecesOf(html), options)) {
        empty = false;
        yield section;
      }
      if (empty)
        throw emptySource(source.uri, 'If it holds scanned images, run optical character recognition (OCR) over them.');
    },
  };
}

async function convert(bytes: Uint8Array, uri: string): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
      {
        styleMap: ["p[style-name='Title'] => h1:fresh"],
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    return value;
  } catch (cause) {
    const { message } = cause as Error;
    throw invalid(uri, `its text cannot be read (${message.split('\n')[0]?.slice(0, 200)})`, undefined, cause);
  }
}

async function* piecesOf(html: string): AsyncGenerator<string> {
  // Mammoth links each note back to its place in the text.
  const plain = html.replace(/<a href="#(?:foot|end)note-ref-\d+">↑<\/a>/g, '');
  for (let start = 0; start < plain.length; start += pieceSize) yield plain.slice(start, start + pieceSize);
}
