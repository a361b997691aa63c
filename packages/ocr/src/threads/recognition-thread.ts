import { turnedBack } from '../images/turned-back.ts';
import type { LanguageData } from '../languages/language-data.ts';
import { answerRequests, BadInput } from './answer-requests.ts';
import { loadTesseractCore, type TesseractBlock, type TesseractBox, type TesseractCore } from './tesseract-core.ts';

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

/**
 * In radians. Lines that are less askew are read as well as straight ones; columns that are more askew are taken for one.
 * What is turned by a larger angle would lose its corners.
 */
const leastAngle = 0.005;
const mostAngle = 0.1;

let core: Promise<TesseractCore> | undefined;

answerRequests<RecognitionRequest, readonly TesseractBlock[]>(async (request) => {
  core ??= loadTesseractCore();
  const tesseract = await core;
  const api = tesseract.load(request.languages);
  tesseract.takeMessages();
  tesseract.writeInput(request.image);
  const setImage = (angle: number) => {
    if (api.SetImageFile(request.orientation, angle) === 1) {
      throw new BadInput(`it cannot be decoded (${tesseract.takeMessages() || 'unknown format'})`);
    }
    if (request.resolution !== undefined) api.SetSourceResolution(request.resolution);
  };
  setImage(0);
  api.FindLines();
  const slope = api.GetGradient();
  const angle = Math.abs(slope) >= leastAngle && Math.abs(slope) <= mostAngle ? slope : 0;
  if (angle !== 0) setImage(angle);
  const image = api.GetInputImage();
  const place = turnedBack(image.get_w(), image.get_h(), angle);
  if (api.Recognize(null) !== 0) throw new Error(`Tesseract failed (${tesseract.takeMessages()})`);
  const { blocks } = JSON.parse(api.GetJSONText()) as { blocks?: readonly TesseractBlock[] | null };
  // Lets go of the image and of what was found in it.
  api.Clear();
  return {
    result: (blocks ?? []).map((block) => trim(block, place)),
    worn: process.memoryUsage().external > wornBytes,
  };
});

/** Only what is used, at its place in the image that was given: Tesseract also tells every character, with alternatives. */
function trim({ paragraphs }: TesseractBlock, place: (box: TesseractBox) => TesseractBox): TesseractBlock {
  return {
    paragraphs: paragraphs.map(({ lines }) => ({
      lines: lines.map(({ bbox, words }) => ({
        bbox: place(bbox),
        words: words.map(({ text, confidence }) => ({ text, confidence })),
      })),
    })),
  };
}
