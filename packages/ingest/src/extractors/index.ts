export { builtinExtractors } from './builtin-extractors.ts';
export { csvExtractor } from './csv/csv-extractor.ts';
export { docxExtractor } from './docx/docx-extractor.ts';
export { htmlExtractor } from './html/html-extractor.ts';
export { markdownExtractor } from './markdown/markdown-extractor.ts';
export { pdfExtractor } from './pdf/pdf-extractor.ts';
export { createExtractorRegistry, type ExtractorRegistry } from './registry.ts';
export { textExtractor } from './text/text-extractor.ts';
export { zipExtractor } from './zip/zip-extractor.ts';
