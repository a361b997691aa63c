import type { Fuser } from '@cubo/contracts';
import type { AgreementFusionOptions } from './agreement-fusion.ts';
import type { ConvexFusionOptions } from './convex-fusion.ts';
import type { ReciprocalRankFusionOptions } from './reciprocal-rank-fusion.ts';

/** What a fuser of Cubo was made with: plain data, from which another thread can make the same one. */
export type FuserSpecification =
  | { readonly fuser: 'agreement'; readonly options: AgreementFusionOptions }
  | { readonly fuser: 'convex'; readonly options: ConvexFusionOptions }
  | { readonly fuser: 'reciprocal-rank'; readonly options: ReciprocalRankFusionOptions };

const specifications = new WeakMap<Fuser, FuserSpecification>();

/** Keeps what a fuser was made with, plain data of its own, and gives the fuser. */
export function rememberSpecification(fuser: Fuser, specification: FuserSpecification): Fuser {
  specifications.set(fuser, specification);
  return fuser;
}

/** What a fuser was made with; `undefined` for one that is not Cubo's. */
export function fuserSpecification(fuser: Fuser): FuserSpecification | undefined {
  return specifications.get(fuser);
}
