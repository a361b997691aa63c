import { type ChunkSet, type IndexPartStats, intersectChunkSets } from '@cubo/contracts';
import type { ColdSegment } from '../cold/cold-segment.ts';
import type { GraphFiles } from './tier-state.ts';

/** What of an index lives, by what it is in. */
export interface LiveVectors {
  readonly hot: ChunkSet;
  readonly graph: GraphFiles | undefined;
  readonly cold: readonly { readonly segment: ColdSegment; readonly live: ChunkSet }[];
  /** Vectors that are not flushed. */
  readonly buffered: number;
}

/** The parts of an index that have any live vectors, each with what it is searched by. */
export function partStats({ hot, graph, cold, buffered }: LiveVectors): IndexPartStats[] {
  const inGraph = graph ? intersectChunkSets(hot, graph.graph.ids).size : 0;
  const parts: IndexPartStats[] = [
    { part: 'scan', chunks: hot.size - inGraph + buffered },
    { part: 'graph', chunks: inGraph },
    ...cold.map(({ segment, live }) => ({ part: 'cold', chunks: live.size, recallLoss: segment.recallLoss })),
  ];
  return parts.filter(({ chunks }) => chunks > 0);
}
