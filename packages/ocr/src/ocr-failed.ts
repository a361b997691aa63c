import { CuboError, type OcrImage } from '@cubo/contracts';
import type { ThreadError } from './threads/thread-pool.ts';

/** What is thrown for an image that cannot be read. */
export function ocrFailed(image: OcrImage, cause: ThreadError): CuboError {
  const what = image.kind === 'image' ? `The image (${image.mediaType})` : `Page ${image.page} of the PDF document`;
  return new CuboError({
    code: 'CUBO_OCR_FAILED',
    message: `${what} could not be read by OCR: ${cause.message}.`,
    remedy: cause.isTimeout
      ? 'Try again when the computer has less to do, or raise the option timeLimitMilliseconds of tesseractOcr().'
      : 'Open it in a viewer: if it is shown there, save it as a PNG and try that; it may be damaged.',
    cause,
  });
}
