import { CuboError } from '../errors/cubo-error.ts';
import type { OcrEngine, OcrImage, OcrLine, OcrOptions, OcrResult } from '../models/ocr-engine.ts';

/** What a {@link scriptedOcr} reads in an image: lines of text, or a whole result. */
export type OcrScript = string | readonly string[] | OcrResult;

/** Options of {@link scriptedOcr}. */
export interface ScriptedOcrOptions {
  /** What it reads; a text is divided into lines. A function is given each image. Throw to make it fail. */
  readonly script: OcrScript | ((image: OcrImage, options: OcrOptions) => OcrScript | Promise<OcrScript>);
  /** Default: `image/png`, `image/jpeg`, `image/tiff`. */
  readonly mediaTypes?: readonly string[] | undefined;
}

/**
 * An OCR engine for tests that reads what it is told to, in lines that lie below each other; without line breaks a text
 * is one paragraph. An image of no bytes fails with `CUBO_OCR_FAILED`, as does every call after `close()`.
 */
export function scriptedOcr(options: ScriptedOcrOptions): OcrEngine {
  const { script, mediaTypes = ['image/png', 'image/jpeg', 'image/tiff'] } = options;
  let closed = false;
  return {
    id: 'scripted-ocr@1',
    mediaTypes,
    async recognize(image, recognizeOptions = {}) {
      recognizeOptions.signal?.throwIfAborted();
      if (closed) throw failed('The OCR engine was closed.');
      if (image.bytes.byteLength === 0) throw failed('The image has no bytes.');
      const read = typeof script === 'function' ? await script(image, recognizeOptions) : script;
      recognizeOptions.signal?.throwIfAborted();
      if (typeof read === 'object' && 'confidence' in read) return read;
      const texts = (typeof read === 'string' ? read.split('\n') : read).filter((text) => text.trim() !== '');
      return {
        lines: texts.map((text, index) => toLine(text, index, texts.length)),
        confidence: texts.length > 0 ? 0.9 : 0,
        languages: recognizeOptions.languages?.slice(0, 1) ?? ['en'],
      };
    },
    async close() {
      closed = true;
    },
  };
}

function toLine(text: string, index: number, count: number): OcrLine {
  const y = 20 * (count - index);
  return { text, confidence: 0.9, box: [20, y, 20 + 7 * text.length, y + 12], startsParagraph: index === 0 };
}

function failed(message: string): CuboError {
  return new CuboError({ code: 'CUBO_OCR_FAILED', message, remedy: 'Look at what the test gives it.' });
}
