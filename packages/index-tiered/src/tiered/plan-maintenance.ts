import { intersectChunkSets, subtractChunkSets } from '@cubo/contracts';
import type { ColdSegment } from '../cold/cold-segment.ts';
import type { TierState } from './tier-state.ts';

/** What makes searches faster. */
export type MaintenanceStep =
  /** Vectors become a cold segment: the hot ones, or all that there are, with a codebook of their own. */
  | { readonly type: 'freeze' }
  /** Cold segments with one codebook become one, without what was removed. */
  | { readonly type: 'merge'; readonly segments: readonly ColdSegment[] }
  /** The hot vectors that the graph has not are put into it. */
  | { readonly type: 'grow' }
  /** The graph has become useless. */
  | { readonly type: 'drop-graph' };

/** When what is done. */
export interface MaintenanceLimits {
  /** The most hot vectors. */
  readonly capacity: number;
  /** The most hot vectors that are in no graph. */
  readonly scanned: number;
}

/** What is known of a state besides what its manifest says. */
export interface MaintenanceFindings {
  /** The graph could not be read. */
  readonly graphIsDamaged: boolean;
}

/** Segments with one codebook from which on they are merged. */
const fanout = 4;

/** The next step that is due, if any is. */
export function planMaintenance(
  state: TierState,
  { capacity, scanned }: MaintenanceLimits,
  { graphIsDamaged }: MaintenanceFindings,
): MaintenanceStep | undefined {
  const { hot, held, cold, graph } = state;
  if (hot.size > capacity) return { type: 'freeze' };
  const byCodebook = Map.groupBy(cold, ({ description }) => description.codebook);
  for (const segments of byCodebook.values()) if (segments.length >= fanout) return { type: 'merge', segments };
  const decayed = cold.find(({ ids }) => 2 * intersectChunkSets(ids, held).size < ids.size);
  if (decayed) return { type: 'merge', segments: [decayed] };
  const inGraph = graph ? intersectChunkSets(graph.graph.ids, hot).size : 0;
  if (graph && (inGraph === 0 || graphIsDamaged)) return { type: 'drop-graph' };
  const outside = graph ? subtractChunkSets(hot, graph.graph.ids).size : hot.size;
  if (outside > scanned || (graph && 2 * inGraph < graph.graph.ids.size)) return { type: 'grow' };
  return undefined;
}
