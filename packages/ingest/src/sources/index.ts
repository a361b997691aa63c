export { fileSource } from './file-source.ts';
export { hashSource, type SourceHash } from './hash-source.ts';
export { type ReadSourceOptions, readSource, readSourceHead, sourceBytes } from './read-source.ts';
export { type ScanSourcesOptions, scanSources } from './scan-sources.ts';
export { type TextSourceOptions, textSource } from './text-source.ts';
