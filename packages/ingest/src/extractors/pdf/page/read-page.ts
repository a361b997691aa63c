import { setImmediate } from 'node:timers/promises';
import type { PDFPageProxy } from 'unpdf/pdfjs';
import type { OpenedPdf } from '../open-pdf.ts';
import { TimeoutError } from '../with-timeout.ts';
import { isBoldFont } from './font-weights.ts';
import { readAnnotations } from './page-annotations.ts';
import type { PageContent } from './page-content.ts';
import { pageGeometry } from './page-geometry.ts';
import { showsPicture } from './page-pictures.ts';
import { createTextRuns, type PdfTextItem, type TextRunCollector } from './text-runs.ts';

/**
 * Milliseconds of work after which timers and other tasks have their turn: the messages of pdf.js alone never let them.
 */
const timeSlice = 20;
/** Characters below which a page counts as one without text. */
const leastText = 50;
/** Pages whose text takes longer than this are not gone through again for the weight of their fonts. */
const longRead = 1000;

/** How a page is read. */
export interface ReadPageOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
  /** Weights of the fonts seen so far; completed by each page. */
  readonly boldFonts: Map<string, boolean>;
}

/** Reads the text of a page, what its annotations say, and whether a picture on it may hold more. */
export async function readPage(pdf: OpenedPdf, number: number, options: ReadPageOptions): Promise<PageContent> {
  const page = await pdf.document.getPage(number);
  const geometry = pageGeometry(page.view, page.rotate);
  const text = createTextRuns(geometry.toUpright);
  const started = performance.now();
  try {
    const styles = await readText(pdf, page, text, options);
    const annotations = readAnnotations(await page.getAnnotations(), geometry.toUpright);
    const fonts = Object.keys(styles);
    const isPoor = text.characters < leastText;
    const hasNewFont = fonts.some((font) => !options.boldFonts.has(font));
    let isPicture = false;
    if (isPoor || (hasNewFont && performance.now() - started < longRead)) {
      const list = await page.getOperatorList();
      for (const font of fonts)
        options.boldFonts.set(font, page.commonObjs.has(font) && isBoldFont(page.commonObjs.get(font)));
      isPicture = isPoor && showsPicture(list, await operators(), geometry);
    }
    const runs = text.runs((font) => ({
      vertical: styles[font]?.vertical ?? false,
      bold: options.boldFonts.get(font) ?? false,
    }));
    return {
      page: number,
      width: geometry.width,
      height: geometry.height,
      runs: [...runs, ...annotations.runs],
      notes: annotations.notes,
      attachments: annotations.attachments,
      isPicture,
      isCut: text.isCut,
    };
  } finally {
    page.cleanup();
  }
}

async function operators(): Promise<Readonly<Record<string, number>>> {
  const { OPS } = await import('unpdf/pdfjs');
  return OPS;
}

type Styles = Record<string, { readonly vertical?: boolean }>;

async function readText(
  pdf: OpenedPdf,
  page: PDFPageProxy,
  text: TextRunCollector,
  { timeout, signal }: ReadPageOptions,
): Promise<Styles> {
  // As a stream, pdf.js waits for its reader, and can be stopped.
  const reader = page.streamTextContent({ disableNormalization: true }).getReader();
  const styles: Styles = {};
  const started = performance.now();
  let paused = started;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return styles;
      Object.assign(styles, value.styles);
      for (const item of value.items as (PdfTextItem | object)[]) if ('str' in item) text.add(item);
      const now = performance.now();
      if (now - started > timeout) throw new TimeoutError(`no result within ${Math.ceil(timeout / 1000)} s`);
      if (now - paused < timeSlice) continue;
      await setImmediate();
      signal?.throwIfAborted();
      paused = performance.now();
    }
  } catch (error) {
    pdf.abandon(reader);
    throw error;
  }
}
