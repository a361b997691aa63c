export { type ExactTierOptions, exactTierFormat, openExactTier } from './exact/open-exact-tier.ts';
