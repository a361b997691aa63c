export type { Bm25Parameters } from './bm25.ts';
export { type LexicalIndexOptions, openLexicalIndex } from './open-lexical-index.ts';
