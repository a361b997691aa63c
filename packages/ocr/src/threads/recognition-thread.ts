import type { LanguageData } from '../languages/language-data.ts';
import { answerRequests, BadInput } from './answer-requests.ts';
import { loadTesseractCore, type TesseractBlock, type TesseractCore } from './tesseract-core.ts';

/** An image to read. */
export interface RecognitionRequest {
  /** An image file. */
  readonly image: Uint8Array;
  /** 1 to 8, as EXIF numbers them: how it is turned before it is read. */
  readonly orientation: number;
  /** Dots per inch, where they are known; Tesseract guesses otherwise. */
  readonly resolution: number | undefined;
  readonly languages: readonly LanguageData[];
}

/**
 * The memory of WebAssembly never shrinks. A thread that has grown beyond this with a large image is replaced; a page of
 * A4 at 200 dots per inch takes some 60 MB.
 */
const wornBytes = 192 * 2 ** 20;

let core: Promise<TesseractCore> | undefined;

answerRequests<RecognitionRequest, readonly TesseractBlock[]>(async (request) => {
  core ??= loadTesseractCore();
  const tesseract = await core;
  const api = tesseract.load(request.languages);
  tesseract.takeMessages();
  tesseract.writeInput(request.image);
  if (api.SetImageFile(request.orientation, 0) === 1) {
    throw new BadInput(`it cannot be decoded (${tesseract.takeMessages() || 'unknown format'})`);
  }
  if (request.resolution !== undefined) api.SetSourceResolution(request.resolution);
  if (api.Recognize(null) !== 0) throw new Error(`Tesseract failed (${tesseract.takeMessages()})`);
  const { blocks } = JSON.parse(api.GetJSONText()) as { blocks?: readonly TesseractBlock[] | null };
  // Lets go of the image and of what was found in it.
  api.Clear();
  return { result: (blocks ?? []).map(trim), worn: process.memoryUsage().external > wornBytes };
});

/** Only what is used: Tesseract also tells every character, with alternatives. */
function trim({ paragraphs }: TesseractBlock): TesseractBlock {
  return {
    paragraphs: paragraphs.map(({ is_ltr, lines }) => ({
      is_ltr,
      lines: lines.map(({ bbox, words }) => ({
        bbox,
        words: words.map(({ text, confidence, bbox: box }) => ({ text, confidence, bbox: box })),
      })),
    })),
  };
}
