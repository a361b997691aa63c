export { type RecursiveChunkerOptions, recursiveChunker } from './recursive-chunker.ts';
