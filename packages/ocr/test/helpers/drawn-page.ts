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

/** The same page askew: turned about its middle by an angle in radians, white where nothing was. */
export function askew({ width, height, pixels }: DrawnPage, angle: number): DrawnPage {
  const turned = new Uint8Array(width * height).fill(255);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const fromX = Math.round(width / 2 + dx * cosine + dy * sine);
      const fromY = Math.round(height / 2 - dx * sine + dy * cosine);
      if (fromX < 0 || fromX >= width || fromY < 0 || fromY >= height) continue;
      turned[y * width + x] = pixels[fromY * width + fromX] as number;
    }
  }
  return { width, height, pixels: turned };
}
