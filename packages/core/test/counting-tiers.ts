import type { VectorTier } from '@cubo/contracts';
import { type MemoryVectorTierOptions, memoryVectorTier } from '@cubo/contracts/testing';
import type { OpenVectorTier } from '../src/index.ts';

/** Vector tiers in memory that outlive their closing, and count what is done with them. */
export interface CountingTiers {
  readonly open: OpenVectorTier;
  /** Tiers that were opened and not closed yet. */
  readonly openNow: number;
  readonly opened: number;
  readonly flushes: number;
  /** Chunks that the last flush of any tier left on the disk. */
  readonly flushed: number;
}

export function countingTiers(): CountingTiers {
  const storages = new Map<string, MemoryVectorTierOptions['storage']>();
  const counts = { openNow: 0, opened: 0, flushes: 0, flushed: 0 };
  return Object.assign(counts, {
    open: async ({ directory, dimensions }: Parameters<OpenVectorTier>[0]): Promise<VectorTier> => {
      const storage = storages.get(directory) ?? { items: new Map() };
      storages.set(directory, storage);
      const tier = memoryVectorTier({ dimensions, storage });
      let closed = false;
      counts.openNow++;
      counts.opened++;
      return {
        ...tier,
        async flush() {
          await tier.flush();
          counts.flushes++;
          counts.flushed = tier.coverage().size;
        },
        async close() {
          if (!closed) counts.openNow--;
          closed = true;
          await tier.close();
        },
      };
    },
  });
}
