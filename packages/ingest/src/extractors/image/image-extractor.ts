import {
  CuboError,
  type ExtractContext,
  type Extractor,
  isCuboError,
  type OcrEngine,
  type OcrResult,
  type Section,
} from '@cubo/contracts';
import { readSource } from '../../sources/read-source.ts';
import { contentFormat } from '../content-format.ts';
import { recognizedText } from '../pdf/scans/recognized-text.ts';
import { emptySource } from '../shared/empty-source.ts';
import { tiffPages } from './tiff-pages.ts';

/** Extensions of images by their media type. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/tiff': ['.tif', '.tiff'],
  'image/webp': ['.webp'],
  'image/bmp': ['.bmp', '.dib'],
  'image/gif': ['.gif'],
};

/**
 * Reads the text in images with the OCR engine of the context: a section for each image, which is page 1, with the
 * rectangle of every line in pixels and the engine's confidence. The pictures of a TIFF file are pages of the document;
 * one that cannot be read is reported, and the others are read. Of an animated GIF the first picture is read.
 *
 * @throws CuboError (from `extract`) `CUBO_OCR_UNAVAILABLE` without an engine, `CUBO_OCR_FAILED` and
 * `CUBO_LIMIT_EXCEEDED` where the engine refuses an image, `CUBO_SOURCE_EMPTY` when there is no text
 */
export function imageExtractor(): Extractor {
  return {
    id: 'image@1',
    mediaTypes: Object.keys(extensions),
    extensions: Object.values(extensions).flat(),
    async *extract(source, context): AsyncGenerator<Section> {
      const { maximumBytes, signal, ocr } = context;
      signal?.throwIfAborted();
      if (ocr === undefined) throw ocrMissing(source.uri);
      const bytes = await readSource(source, { maximumBytes, signal });
      const mediaType = contentFormat(bytes)?.mediaType ?? mediaTypeOf(source.name);
      const pages = mediaType === 'image/tiff' ? tiffPages(bytes) : [() => bytes];
      context.describe({ pages: pages.length });
      let start = 0;
      let failure: unknown;
      for (const [index, select] of pages.entries()) {
        const page = index + 1;
        let section: Section | undefined;
        try {
          section = toSection(await recognize(ocr, mediaType, select(), context), page, start);
        } catch (error) {
          signal?.throwIfAborted();
          const named = naming(source.uri, error);
          if (pages.length === 1) throw named;
          failure ??= named;
          context.unread({ place: `page ${page}`, reason: messageOf(error), code: codeOf(error) });
        }
        if (section === undefined) continue;
        yield section;
        start = section.locator.end + 2;
      }
      if (start > 0) return;
      throw failure ?? emptySource(source.uri, 'Nothing needs to be done, unless text can be seen in it.');
    },
  };
}

async function recognize(
  ocr: OcrEngine,
  mediaType: string,
  bytes: Uint8Array,
  { signal }: ExtractContext,
): Promise<OcrResult> {
  if (ocr.mediaTypes.includes(mediaType)) return ocr.recognize({ kind: 'image', mediaType, bytes }, { signal });
  throw new CuboError({
    code: 'CUBO_FORMAT_UNSUPPORTED',
    message: `The OCR engine ${ocr.id} does not read ${mediaType}.`,
    remedy: `Convert it to one of ${ocr.mediaTypes.join(', ')}.`,
  });
}

function toSection(read: OcrResult, page: number, start: number): Section | undefined {
  const recognized = recognizedText(read);
  if (recognized === undefined) return undefined;
  const { text, box, boxes, confidence } = recognized;
  return {
    text,
    kind: 'prose',
    locator: { kind: 'page', page, start, end: start + text.length, box, confidence },
    boxes,
  };
}

function mediaTypeOf(name: string): string {
  const extension = /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
  return Object.keys(extensions).find((type) => extensions[type]?.includes(extension)) ?? 'image/png';
}

/** The same error with the image that it is about. */
function naming(uri: string, error: unknown): unknown {
  if (!isCuboError(error) || error.path !== undefined) return error;
  const { code, summary, remedy, cause } = error;
  return new CuboError({ code, message: `${uri} could not be read. ${summary}`, remedy, path: uri, cause });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): CuboError['code'] {
  return isCuboError(error) ? error.code : 'CUBO_OCR_FAILED';
}

function ocrMissing(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_OCR_UNAVAILABLE',
    message: `${uri} is an image, and its text can only be read by optical character recognition (OCR).`,
    remedy: 'Install it: npm install @cubo/ocr.',
    path: uri,
  });
}
