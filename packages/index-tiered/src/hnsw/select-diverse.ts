import type { GraphState } from './graph-state.ts';
import { queryVertex, scoreVertices } from './scorer.ts';

/**
 * The paper's algorithm 4: of candidates by descending score against some vertex chooses at most `limit`, each nearer to
 * that vertex than to any chosen before it, so that links lead in different directions. Both arrays are used up; the
 * first places of `vertices` then hold the chosen ones, best first. Gives their number.
 */
export function selectDiverse(
  state: GraphState,
  vertices: Uint32Array,
  scores: Float32Array,
  count: number,
  limit: number,
): number {
  const { between, pending } = state;
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
      if ((between.scoreView[i - chosen] as number) > (scores[i] as number)) continue;
      vertices[kept] = vertices[i] as number;
      scores[kept++] = scores[i] as number;
    }
    left = kept;
  }
  return chosen;
}
