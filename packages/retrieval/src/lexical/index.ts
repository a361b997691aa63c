export type { Bm25Parameters } from './bm25.ts';
export { type LexicalIndexOptions, lexicalIndexFormat, openLexicalIndex } from './open-lexical-index.ts';
