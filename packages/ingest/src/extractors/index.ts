export { builtinExtractors } from './builtin-extractors.ts';
export { createExtractorRegistry, type ExtractorRegistry } from './registry.ts';
export { textExtractor } from './text/text-extractor.ts';
