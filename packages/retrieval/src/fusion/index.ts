export { type AgreementFusionOptions, agreementFusion } from './agreement-fusion.ts';
export { type ConvexFusionOptions, convexFusion } from './convex-fusion.ts';
export { createFuser } from './create-fuser.ts';
export { type FuserSpecification, fuserSpecification } from './fuser-specification.ts';
export { type ReciprocalRankFusionOptions, reciprocalRankFusion } from './reciprocal-rank-fusion.ts';
