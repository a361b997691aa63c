export { fileSource, pathNotFound } from './file-source.ts';
export { hashSource, type SourceHash } from './hash-source.ts';
export { createMissingCheck, type DiskLook } from './is-missing.ts';
export { folderAround, isPassedOver, isWithin, patternPath } from './path-names.ts';
export { type Categories, compileCategories, type PathMatcher, pathMatcher } from './path-patterns.ts';
export { type ReadSourceOptions, readSource, readSourceHead, sourceBytes } from './read-source.ts';
export type { ScanRules, ScanSourcesOptions } from './scan-options.ts';
export { scanSources } from './scan-sources.ts';
export { type TextSourceOptions, textSource } from './text-source.ts';
