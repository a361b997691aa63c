export { type ChunkerSpecification, chunkerSpecification } from './chunker-specification.ts';
export { createChunker } from './create-chunker.ts';
export { createLocatorNarrower } from './narrow-locator.ts';
export { type RecursiveChunkerOptions, recursiveChunker } from './recursive-chunker.ts';
export { type SentenceChunkerOptions, sentenceChunker } from './sentence-chunker.ts';
export { estimatedTokens, type TokenCounter } from './token-counter.ts';
