import type { Fuser } from '@cubo/contracts';
import { agreementFusion } from './agreement-fusion.ts';
import { convexFusion } from './convex-fusion.ts';
import type { FuserSpecification } from './fuser-specification.ts';
import { reciprocalRankFusion } from './reciprocal-rank-fusion.ts';

/** Makes a fuser as another one was made. */
export function createFuser(specification: FuserSpecification): Fuser {
  switch (specification.fuser) {
    case 'agreement':
      return agreementFusion(specification.options);
    case 'convex':
      return convexFusion(specification.options);
    case 'reciprocal-rank':
      return reciprocalRankFusion(specification.options);
  }
}
