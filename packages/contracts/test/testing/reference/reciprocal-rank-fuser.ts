import { compareHits, type FusedHit, type Fuser, type FusionContribution } from '@cubo/contracts';

/** A correct fuser: reciprocal ranks with k = 60. */
export function reciprocalRankFuser(): Fuser {
  return {
    id: 'reciprocal-rank',
    fuse(lists, { limit }) {
      const contributions = new Map<number, FusionContribution[]>();
      for (const { name, hits } of lists) {
        for (const [index, { id, score }] of hits.entries()) {
          const rank = index + 1;
          const entry = { list: name, rank, score, weight: 1, contribution: 1 / (60 + rank) };
          contributions.set(id, [...(contributions.get(id) ?? []), entry]);
        }
      }
      const fused = Array.from(contributions, ([id, entries]): FusedHit => {
        return { id, score: entries.reduce((sum, { contribution }) => sum + contribution, 0), contributions: entries };
      });
      return fused.sort(compareHits).slice(0, limit);
    },
  };
}
