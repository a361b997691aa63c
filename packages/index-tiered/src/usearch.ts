export type { CandidateTierOptions } from './candidates/candidate-tier-options.ts';
export { openUsearchTier, type UsearchTierOptions } from './candidates/open-usearch-tier.ts';
