export type { FieldWeights } from './field-analysis.ts';
export { type LexicalIndexOptions, lexicalIndexFormat, openLexicalIndex } from './open-lexical-index.ts';
export type { Bm25Parameters } from './search/bm25.ts';
