export { createAnalyzer } from './analysis/index.ts';
export {
  type ConvexFusionOptions,
  convexFusion,
  type ReciprocalRankFusionOptions,
  reciprocalRankFusion,
} from './fusion/index.ts';
