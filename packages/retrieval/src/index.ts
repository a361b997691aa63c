export { createAnalyzer } from './analysis/index.ts';
export {
  type ConvexFusionOptions,
  convexFusion,
  type ReciprocalRankFusionOptions,
  reciprocalRankFusion,
} from './fusion/index.ts';
export { type Bm25Parameters, type LexicalIndexOptions, openLexicalIndex } from './lexical/index.ts';
