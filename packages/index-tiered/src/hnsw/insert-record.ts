import { addLink } from './add-link.ts';
import { none } from './graph-ids.ts';
import { addVertex, beginOperation, type GraphState, levelOf, listOf, tableOf } from './graph-state.ts';
import { drainDescending } from './keyed-heap.ts';
import { linkChunk, linkOffset } from './link-table.ts';
import { recordAt, recordComponents, unitScale } from './record-store.ts';
import { queryRecord } from './scorer.ts';
import { descend, scoreEntryPoint, searchLayer } from './search-layer.ts';
import { fillUp, selectDiverse } from './select-diverse.ts';

/**
 * The paper's algorithm 1: adds an id with its record. Nothing is changed before all that can fail is done. A record that
 * the graph holds already gets no vertex of its own: its id joins the other's. Copies would otherwise fill each other's
 * lists, and be cut off from the rest or lost.
 */
export function insertRecord(state: GraphState, id: number, record: Uint8Array): void {
  beginOperation(state);
  const scale = unitScale(record);
  if (scale === 0) {
    state.ids.reserve();
    state.ids.append(id, none);
  } else if (state.vertices === 0) {
    addVertex(state, id, record);
  } else {
    insertVertex(state, id, record, scale);
  }
  state.revision++;
}

function insertVertex(state: GraphState, id: number, record: Uint8Array, scale: number): void {
  const { efConstruction, m } = state.parameters;
  const { nearest, target } = state;
  const level = levelOf(state, state.vertices);
  queryRecord(target, record, scale);
  const highest = Math.min(level, state.topLevel);
  let start = descend(state, scoreEntryPoint(state), state.topLevel, highest + 1);
  const neighbours: Uint32Array[] = [];
  for (let each = highest; each >= 0; each--) {
    searchLayer(state, { level: each, start, ef: efConstruction, maxVisited: Number.POSITIVE_INFINITY });
    const count = drainDescending(nearest);
    start = { vertex: nearest.values[0] as number, score: nearest.keys[0] as number };
    const equal = each === 0 ? findEqual(state, record, count) : none;
    if (equal !== none) {
      state.ids.reserve();
      state.ids.append(id, equal);
      return;
    }
    const diverse = selectDiverse(state, nearest.values, nearest.keys, count, m);
    // Where vectors lie close together diverse ones are few; with more a search takes fewer steps.
    const chosen = fillUp(state, nearest.values, diverse, m);
    neighbours[each] = nearest.values.slice(0, chosen);
  }

  const vertex = addVertex(state, id, record);
  // Room may have been made for the vertex, which detaches views.
  beginOperation(state);
  const { inLinks } = state;
  for (const [each, chosen] of neighbours.entries()) {
    const table = tableOf(state, each);
    const list = listOf(state, vertex, each);
    const links = linkChunk(table, list);
    const first = linkOffset(table, list);
    links[first] = chosen.length;
    links.set(chosen, first + 1);
    if (each === 0) for (const neighbour of chosen) inLinks[neighbour] = (inLinks[neighbour] as number) + 1;
    for (const neighbour of chosen) addLink(state, neighbour, vertex, each);
  }
}

/** The one of the best `count` vertices whose record has the same components, or `none`. */
function findEqual(state: GraphState, record: Uint8Array, count: number): number {
  const { keys, values } = state.nearest;
  const components = recordComponents(record);
  for (let i = 0; i < count; i++) {
    // All are of unit length: equal ones have this score, but for the rounding of a float32.
    if ((keys[i] as number) < 1 - 1e-5) continue;
    const vertex = values[i] as number;
    const others = recordComponents(recordAt(state.records, vertex));
    if (components.every((component, at) => component === others[at])) return vertex;
  }
  return none;
}
