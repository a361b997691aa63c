import { createHash } from 'node:crypto';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { answerRequests, BadInput } from './answer-requests.ts';

/** A page of a PDF document to draw. */
export interface RenderingRequest {
  readonly document: Uint8Array;
  /** From 1. */
  readonly page: number;
  readonly password: string | undefined;
  /** Dots per inch; `undefined`: as many as give an image of {@link pixels}. */
  readonly resolution: number | undefined;
  /** Pixels of the image, about, where no resolution is given. */
  readonly pixels: number;
  /** The most pixels of the image; the resolution is lowered to that. */
  readonly maximumPixels: number;
}

/** A page as it was drawn. */
export interface RenderedPage {
  readonly width: number;
  readonly height: number;
  /** One byte for each pixel, 255 is white; upright as the document says, its `/Rotate` applied. */
  readonly pixels: Uint8Array;
  /** Size of the page in points. */
  readonly pageWidth: number;
  readonly pageHeight: number;
  /** Dots per inch that it was drawn with. */
  readonly resolution: number;
}

/** The resolutions that are chosen by the size of the page. */
const lowestResolution = 144;
const highestResolution = 300;
/** Tesseract refuses images of more than 32 767 pixels on a side. */
const longestSide = 30_000;

/** The memory of WebAssembly never shrinks: a thread that has grown beyond this with a large page is replaced. */
const wornBytes = 192 * 2 ** 20;

let library: Promise<PDFiumLibrary> | undefined;
let held: { readonly key: string; readonly document: PDFiumDocument } | undefined;

answerRequests<RenderingRequest, RenderedPage>(async (request) => {
  library ??= PDFiumLibrary.init();
  const document = await open(await library, request);
  if (request.page > document.getPageCount()) throw new BadInput(`it has no page ${request.page}`);
  const page = document.getPage(request.page - 1);
  const { originalWidth: pageWidth, originalHeight: pageHeight } = page.getOriginalSize();
  if (!(pageWidth > 0 && pageHeight > 0)) throw new BadInput('the page cannot be loaded');
  const inches = (pageWidth / 72) * (pageHeight / 72);
  const fitting = Math.sqrt(request.pixels / inches);
  const wanted = request.resolution ?? Math.min(Math.max(fitting, lowestResolution), highestResolution);
  const longest = Math.max(pageWidth, pageHeight) / 72;
  const resolution = Math.min(wanted, Math.sqrt(request.maximumPixels / inches), longestSide / longest);
  const width = Math.max(1, Math.round((pageWidth / 72) * resolution));
  const height = Math.max(1, Math.round((pageHeight / 72) * resolution));
  const { data } = await page.render({ width, height, scale: 1, colorSpace: 'Gray', render: 'bitmap' });
  const pixels = new Uint8Array(data);
  return {
    result: { width, height, pixels, pageWidth, pageHeight, resolution },
    transfer: [pixels.buffer],
    worn: process.memoryUsage().external > wornBytes + 2 * request.document.byteLength,
  };
});

/** The document stays open, since its pages come one after the other. */
async function open(pdfium: PDFiumLibrary, { document: bytes, password }: RenderingRequest): Promise<PDFiumDocument> {
  const key = `${createHash('sha256').update(bytes).digest('hex')} ${password ?? ''}`;
  if (held?.key === key) return held.document;
  held?.document.destroy();
  held = undefined;
  const document = await pdfium.loadDocument(bytes, password).catch((error: unknown) => {
    throw new BadInput(`PDFium cannot open the document (${error instanceof Error ? error.message : String(error)})`);
  });
  held = { key, document };
  return document;
}
