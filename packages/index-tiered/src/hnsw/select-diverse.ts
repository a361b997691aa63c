import type { GraphState } from './graph-state.ts';
import { popTop, pushKeyed } from './keyed-heap.ts';
import { queryVertex, scoreVertices } from './scorer.ts';

/**
 * The paper's algorithm 4: of candidates by descending score against some vertex chooses at most `limit`, each nearer to
 * that vertex than to any chosen before it, so that links lead in different directions. Both arrays are used up; the
 * first places of `vertices` then hold the chosen ones, best first, and `state.passedOver` those that are not. Gives the
 * number of the chosen.
 */
export function selectDiverse(
  state: GraphState,
  vertices: Uint32Array,
  scores: Float32Array,
  count: number,
  limit: number,
): number {
  const { between, passedOver, pending } = state;
  passedOver.size = 0;
  let chosen = 0;
  let left = count;
  // The chosen ones lie at the beginning, the candidates that are left behind them.
  while (chosen < left && chosen < limit) {
    const latest = vertices[chosen++] as number;
    if (chosen === limit || chosen === left) break;
    for (let i = chosen; i < left; i++) pending[i - chosen] = vertices[i] as number;
    queryVertex(between, latest);
    scoreVertices(between, pending, left - chosen);
    let kept = chosen;
    for (let i = chosen; i < left; i++) {
      const vertex = vertices[i] as number;
      const score = scores[i] as number;
      if ((between.scoreView[i - chosen] as number) > score) {
        pushKeyed(passedOver, -score, vertex);
        continue;
      }
      vertices[kept] = vertex;
      scores[kept++] = score;
    }
    left = kept;
  }
  for (let i = chosen; i < left; i++) pushKeyed(passedOver, -(scores[i] as number), vertices[i] as number);
  return chosen;
}

/** Adds to the chosen ones the best of those that were passed over, until there are `limit`. Gives their number. */
export function fillUp({ passedOver }: GraphState, vertices: Uint32Array, chosen: number, limit: number): number {
  let filled = chosen;
  while (filled < limit && passedOver.size > 0) {
    vertices[filled++] = passedOver.values[0] as number;
    popTop(passedOver);
  }
  return filled;
}
