import { type GraphState, listOf, tableOf } from './graph-state.ts';
import { drainDescending, pushKeyed } from './keyed-heap.ts';
import { linkChunk, linkOffset } from './link-table.ts';
import { queryVertex, scoreVertices } from './scorer.ts';
import { selectDiverse } from './select-diverse.ts';

/** Links a vertex to a new one; where there is no room, the most diverse of all these links stay. */
export function addLink(state: GraphState, vertex: number, added: number, level: number): void {
  const { between, inLinks, nearest, pending } = state;
  const table = tableOf(state, level);
  const list = listOf(state, vertex, level);
  const links = linkChunk(table, list);
  const first = linkOffset(table, list);
  const count = links[first] as number;
  if (level === 0) inLinks[added] = (inLinks[added] as number) + 1;
  if (count < table.slots) {
    links[first + 1 + count] = added;
    links[first] = count + 1;
    return;
  }
  for (let i = 0; i < count; i++) pending[i] = links[first + 1 + i] as number;
  pending[count] = added;
  queryVertex(between, vertex);
  scoreVertices(between, pending, count + 1);
  nearest.size = 0;
  for (let i = 0; i <= count; i++) pushKeyed(nearest, between.scoreView[i] as number, pending[i] as number);
  drainDescending(nearest);
  const { values } = nearest;
  const diverse = selectDiverse(state, values, nearest.keys, count + 1, table.slots);
  const kept = level === 0 ? keepOnlyLinks(state, values, diverse, table.slots) : diverse;
  links.set(values.subarray(0, kept), first + 1);
  links[first] = kept;
}

/**
 * Keeps on level 0 also those links that are the only ones to a vertex, which no search could find any more: where there
 * is no room, in the place of one that is not. Gives the number of links.
 */
function keepOnlyLinks(
  { inLinks, passedOver }: GraphState,
  values: Uint32Array,
  diverse: number,
  slots: number,
): number {
  let kept = diverse;
  for (let i = 0; i < passedOver.size; i++) {
    const vertex = passedOver.values[i] as number;
    const others = (inLinks[vertex] as number) - 1;
    if (others === 0 && kept < slots) {
      values[kept++] = vertex;
      continue;
    }
    let at = others === 0 ? kept - 1 : -1;
    while (at >= 0 && inLinks[values[at] as number] === 1) at--;
    const dropped = at < 0 ? vertex : (values[at] as number);
    if (at >= 0) values[at] = vertex;
    inLinks[dropped] = (inLinks[dropped] as number) - 1;
  }
  return kept;
}
