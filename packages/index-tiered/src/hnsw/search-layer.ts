import { type GraphState, listOf, tableOf } from './graph-state.ts';
import { popTop, pushKeyed, replaceTop } from './keyed-heap.ts';
import { linkChunk, linkOffset } from './link-table.ts';
import { scoreVertices } from './scorer.ts';
import { beginVisit } from './visited-marks.ts';

/** A vertex and its score against the target. */
export interface ScoredVertex {
  readonly vertex: number;
  readonly score: number;
}

/** Scores the entry point. There must be one. */
export function scoreEntryPoint(state: GraphState): ScoredVertex {
  const { pending, target, entryPoint } = state;
  pending[0] = entryPoint;
  scoreVertices(target, pending, 1);
  return { vertex: entryPoint, score: target.scoreView[0] as number };
}

/** Goes from a vertex to the nearest of its neighbours while that is nearer, on each level from `from` down to `to`. */
export function descend(state: GraphState, start: ScoredVertex, from: number, to: number): ScoredVertex {
  const { pending, target } = state;
  let { vertex, score } = start;
  for (let level = from; level >= to; level--) {
    const table = tableOf(state, level);
    for (let moved = true; moved; ) {
      moved = false;
      const list = listOf(state, vertex, level);
      const links = linkChunk(table, list);
      const first = linkOffset(table, list);
      const count = links[first] as number;
      for (let i = 0; i < count; i++) pending[i] = links[first + 1 + i] as number;
      scoreVertices(target, pending, count);
      for (let i = 0; i < count; i++) {
        const each = target.scoreView[i] as number;
        if (each <= score) continue;
        score = each;
        vertex = pending[i] as number;
        moved = true;
      }
    }
  }
  return { vertex, score };
}

/** How a search of one level is bounded. */
export interface LayerSearch {
  readonly level: number;
  readonly start: ScoredVertex;
  /** How many vertices are wanted. */
  readonly ef: number;
  /** Which vertices may be among them; all others are only passed through. Default: all. */
  readonly accepts?: ((vertex: number) => boolean) | undefined;
  /** The search ends when it has scored this many. */
  readonly maxVisited: number;
}

/**
 * The paper's algorithm 2: finds the vertices nearest to the target, which `state.nearest` then holds. It goes on until
 * no candidate is better than the worst of `ef` accepted ones. Gives the number of vertices it scored, and whether that
 * was the end.
 */
export function searchLayer(state: GraphState, search: LayerSearch): { visited: number; exhausted: boolean } {
  const { candidates, nearest, pending, target, visited } = state;
  const { level, start, ef, accepts, maxVisited } = search;
  const table = tableOf(state, level);
  beginVisit(visited, state.vertices);
  const { marks, current } = visited;

  candidates.size = 0;
  nearest.size = 0;
  marks[start.vertex] = current;
  pushKeyed(candidates, -start.score, start.vertex);
  if (accepts === undefined || accepts(start.vertex)) pushKeyed(nearest, start.score, start.vertex);
  let scored = 1;

  while (candidates.size > 0) {
    const best = candidates.values[0] as number;
    if (nearest.size === ef && -(candidates.keys[0] as number) < (nearest.keys[0] as number)) break;
    if (scored >= maxVisited) return { visited: scored, exhausted: true };
    popTop(candidates);

    const list = listOf(state, best, level);
    const links = linkChunk(table, list);
    const first = linkOffset(table, list);
    const end = first + 1 + (links[first] as number);
    let count = 0;
    for (let at = first + 1; at < end; at++) {
      const vertex = links[at] as number;
      if (marks[vertex] === current) continue;
      marks[vertex] = current;
      pending[count++] = vertex;
    }
    if (count === 0) continue;
    scoreVertices(target, pending, count);
    scored += count;
    const scores = target.scoreView;
    for (let i = 0; i < count; i++) {
      const score = scores[i] as number;
      const isFull = nearest.size === ef;
      if (isFull && score <= (nearest.keys[0] as number)) continue;
      const vertex = pending[i] as number;
      pushKeyed(candidates, -score, vertex);
      if (accepts !== undefined && !accepts(vertex)) continue;
      if (isFull) replaceTop(nearest, score, vertex);
      else pushKeyed(nearest, score, vertex);
    }
  }
  return { visited: scored, exhausted: false };
}
