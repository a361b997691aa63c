import type { Logger, OcrEngine } from '@cubo/contracts';
import { failureReason } from '../errors/failure-reason.ts';

/** The OCR engine of a knowledge base. */
export interface ChosenOcr {
  readonly engine: OcrEngine | undefined;
  /** Ends it, if it was made here; one of the host's own is the host's to close. */
  close(): Promise<void>;
}

/**
 * The engine that the host gives, none for `false`, and by default that of `@cubo/ocr` where it is installed. Its threads
 * start with the first image.
 */
export async function chooseOcr(option: OcrEngine | false | undefined, logger: Logger): Promise<ChosenOcr> {
  if (option !== undefined) return { engine: option || undefined, close: async () => {} };
  const engine = await installedEngine(logger);
  return { engine, close: async () => engine?.close() };
}

async function installedEngine(logger: Logger): Promise<OcrEngine | undefined> {
  try {
    const { tesseractOcr } = await import('@cubo/ocr');
    return tesseractOcr();
  } catch (error) {
    if (isMissing(error)) return undefined;
    logger.warn(`@cubo/ocr is installed and cannot be used, so images stay unread: ${failureReason(error)}`);
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'ERR_MODULE_NOT_FOUND' && String(message).includes("'@cubo/ocr'");
}
