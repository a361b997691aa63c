export { tesseractOcr } from './tesseract-ocr.ts';
export type { TesseractOcrOptions } from './tesseract-ocr-options.ts';
