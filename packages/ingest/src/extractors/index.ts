export { builtinExtractors } from './builtin-extractors.ts';
export { markdownExtractor } from './markdown/markdown-extractor.ts';
export { createExtractorRegistry, type ExtractorRegistry } from './registry.ts';
export { textExtractor } from './text/text-extractor.ts';
