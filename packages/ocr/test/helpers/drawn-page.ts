import { PDFiumLibrary } from '@hyzyla/pdfium';
import { type PdfLine, pdfFile } from '../../../ingest/test/helpers/pdf-file.ts';

/** A page as PDFium draws it, a byte for each pixel. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Draws lines of Helvetica on A4, a quarter of the page high, at 144 dots per inch. */
export async function drawnPage(lines: readonly PdfLine[]): Promise<DrawnPage> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdfFile({ pages: [lines] }));
  const page = await document.getPage(0).render({ scale: 2, colorSpace: 'Gray', render: 'bitmap' });
  document.destroy();
  library.destroy();
  const height = Math.floor(page.height / 4);
  return { width: page.width, height, pixels: page.data.slice(0, page.width * height) };
}

/** The same page upside down. */
export function turnedOver({ width, height, pixels }: DrawnPage): DrawnPage {
  return { width, height, pixels: pixels.slice().reverse() };
}
