import { availableParallelism } from 'node:os';
import { CuboError, type OcrEngine, type OcrImage, type OcrOptions, type OcrResult } from '@cubo/contracts';
import { assertOptions } from './assert-options.ts';
import { chooseLanguages } from './languages/choose-languages.ts';
import { findLanguageData, installedLanguages, type LanguageData } from './languages/language-data.ts';
import { languageTag, tesseractLanguage } from './languages/language-names.ts';
import { ocrFailed } from './ocr-failed.ts';
import { drawnImage, type PassImage, storedImage } from './recognition/pass-image.ts';
import { readBest } from './recognition/read-best.ts';
import { toReading } from './recognition/reading.ts';
import type { TesseractOcrOptions } from './tesseract-ocr-options.ts';
import type { RecognitionRequest } from './threads/recognition-thread.ts';
import type { RenderedPage, RenderingRequest } from './threads/rendering-thread.ts';
import type { TesseractBlock } from './threads/tesseract-core.ts';
import { createThreadPool, ThreadError } from './threads/thread-pool.ts';
import { threadUrl } from './threads/thread-url.ts';

/** Changes when the same image may give another text. */
const version = 'tesseract@1';

/** Images that Tesseract's decoders read. */
const mediaTypes = ['image/png', 'image/jpeg', 'image/tiff', 'image/webp', 'image/bmp', 'image/gif'];

/**
 * Tesseract, compiled to WebAssembly, in threads of its own; PDFium, likewise, draws the pages of PDF documents. All of it
 * comes from installed packages: nothing is downloaded, and no part of it can.
 *
 * Threads start with the first image and end when there is no work. One that crashes or takes too long is replaced, and
 * only its page fails.
 *
 * @throws CuboError `CUBO_PACKAGE_MISSING` when there is no data for a language of `options.languages`,
 * `CUBO_BAD_ARGUMENT`
 */
export function tesseractOcr(options: TesseractOcrOptions = {}): OcrEngine {
  assertOptions(options);
  const { languageData, dpi, timeLimitMilliseconds = 300_000, idleMilliseconds = 30_000 } = options;
  const maximumPixels = options.maximumPixels ?? 40e6;
  const configured = options.languages?.map((tag) => tesseractLanguage(tag) as string);
  const installed = configured ?? installedLanguages(languageData);
  const data = new Map<string, LanguageData>(
    (installed.length > 0 ? installed : ['eng']).map((name) => [name, findLanguageData(name, languageData)]),
  );
  const size = options.workers ?? Math.min(Math.max(availableParallelism() - 1, 2), 4);
  const limits = { timeLimitMilliseconds, idleMilliseconds };
  const recognizers = createThreadPool<RecognitionRequest, readonly TesseractBlock[]>({
    ...limits,
    url: threadUrl('recognition-thread'),
    name: 'cubo-ocr',
    size,
  });
  const renderers = createThreadPool<RenderingRequest, RenderedPage>({
    ...limits,
    url: threadUrl('rendering-thread'),
    name: 'cubo-pdfium',
    size: 1,
  });

  function toPassImage(image: OcrImage, signal: AbortSignal | undefined): PassImage {
    if (image.kind === 'image') return storedImage(image.bytes, maximumPixels);
    const { bytes: document, page, password } = image;
    return drawnImage({
      dpi,
      maximumPixels,
      draw: (drawing) => renderers.run({ document, page, password, ...drawing }, { signal }),
    });
  }

  async function read(image: OcrImage, { languages: hints, signal }: OcrOptions): Promise<OcrResult> {
    const source = toPassImage(image, signal);
    const { pass, reading } = await readBest({
      languages: chooseLanguages({ installed, configured, hints }),
      canEnlarge: source.canEnlarge,
      async read(candidate) {
        const input = await source.input(candidate);
        const languages = candidate.languages.map((name) => data.get(name) as LanguageData);
        return toReading(await recognizers.run({ ...input, languages }, { signal }));
      },
    });
    const characters = reading.lines.reduce((sum, { text }) => sum + text.length, 0);
    return {
      lines: reading.lines.map((line) => ({ ...line, box: source.place(line.box, pass) })),
      confidence:
        characters === 0
          ? 0
          : reading.lines.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / characters,
      languages: pass.languages.map(languageTag),
    };
  }

  return {
    id: `${version}:${[...data.keys()].join('+')}${dpi === undefined ? '' : `:${dpi}`}`,
    mediaTypes,
    async recognize(image, recognizeOptions = {}) {
      const { signal } = recognizeOptions;
      signal?.throwIfAborted();
      try {
        return await read(image, recognizeOptions);
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof ThreadError ? ocrFailed(image, error) : error;
      }
    },
    async close() {
      const reason = new CuboError({
        code: 'CUBO_OCR_FAILED',
        message: 'The OCR engine was closed.',
        remedy: 'Make another one with tesseractOcr().',
      });
      await Promise.all([recognizers.close(reason), renderers.close(reason)]);
    },
  };
}
