import type { OcrEngine } from '@cubo/contracts';
import type { DocumentRecord } from '@cubo/library';

/** Whether places of a document stayed unread for want of an OCR engine, and there is one now: it is to be read again. */
export function awaitsOcr(known: Pick<DocumentRecord, 'unread'> | undefined, ocr: OcrEngine | undefined): boolean {
  return ocr !== undefined && known?.unread.some(({ code }) => code === 'CUBO_OCR_UNAVAILABLE') === true;
}
