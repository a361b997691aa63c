export type { CandidateTierOptions } from './candidates/candidate-tier-options.ts';
export { type FaissTierOptions, openFaissTier } from './candidates/open-faiss-tier.ts';
