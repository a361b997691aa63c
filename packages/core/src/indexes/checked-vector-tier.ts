import { badArgument } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';
import type { OpenVectorTier } from './index-context.ts';

/**
 * Opens by a factory of the host's, and refuses what is no tier: a function whose `return` was forgotten would otherwise
 * fail at the first use of what it did not give.
 */
export function checkedVectorTier(open: OpenVectorTier): OpenVectorTier {
  return async (context) => {
    const tier: unknown = await open(context);
    const isTier = typeof tier === 'object' && tier !== null && 'search' in tier && 'coverage' in tier;
    if (isTier) return tier as Awaited<ReturnType<OpenVectorTier>>;
    throw badArgument(
      `The function vectorTier gave ${describeValue(tier)}, not a vector tier.`,
      'Return what opens it, as in vectorTier: (context) => openTieredVectors({ ...context }).',
    );
  };
}
