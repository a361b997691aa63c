import { type Hit, topHits } from '@cubo/contracts';
import { none } from './graph-ids.ts';
import { beginOperation, type GraphState } from './graph-state.ts';
import { drainDescending } from './keyed-heap.ts';
import { queryVector } from './scorer.ts';
import { descend, scoreEntryPoint, searchLayer } from './search-layer.ts';

/** How a search of a graph is bounded. */
export interface HnswSearchOptions {
  /** The most hits to return. */
  readonly limit: number;
  /**
   * How many of the nearest vertices are kept in view on the way; at least `limit`. More find more of the true nearest,
   * in more time. Default 96.
   */
  readonly ef?: number | undefined;
  /**
   * Which ids may be hits; the search passes through all others, and goes on until it has found `ef` that may. It must
   * not use the graph. Default: all.
   */
  readonly accepts?: ((id: number) => boolean) | undefined;
  /** The search gives up when it has compared this many records with the query. Default: it does not. */
  readonly maxVisited?: number | undefined;
}

/** What a search of a graph found. */
export interface HnswSearchResult {
  /** Best first, ties by id; scores are inner products of the int8 records, at unit length, and the query; above 0. */
  readonly hits: Hit[];
  /** How many records were compared with the query. */
  readonly visited: number;
  /** Whether the search gave up at `maxVisited`: nearer ones may be missing, and with a filter any number of hits. */
  readonly exhausted: boolean;
}

/** Finds the ids nearest to a query, approximately. */
export function searchGraph(
  state: GraphState,
  query: Float32Array,
  options: HnswSearchOptions & { readonly ef: number },
): HnswSearchResult {
  const { limit, accepts, maxVisited = Number.POSITIVE_INFINITY } = options;
  if (limit === 0 || state.vertices === 0) return { hits: [], visited: 0, exhausted: false };
  beginOperation(state);
  queryVector(state.target, query);
  const { ids, nearest } = state;
  const start = descend(state, scoreEntryPoint(state), state.topLevel, 1);
  const acceptsVertex = accepts && ((vertex: number) => isAnyAccepted(state, vertex, accepts));
  const ef = Math.max(options.ef, limit);
  const { visited, exhausted } = searchLayer(state, { level: 0, start, ef, accepts: acceptsVertex, maxVisited });

  const top = topHits(limit);
  const count = drainDescending(nearest);
  for (let i = 0; i < count; i++) {
    const score = nearest.keys[i] as number;
    if (!(score > 0) || !top.accepts(score)) break;
    for (let entry = ids.first(nearest.values[i] as number); entry !== none; entry = ids.next(entry)) {
      const id = ids.id(entry);
      if (accepts === undefined || accepts(id)) top.offer(id, score);
    }
  }
  return { hits: top.hits(), visited, exhausted };
}

function isAnyAccepted({ ids }: GraphState, vertex: number, accepts: (id: number) => boolean): boolean {
  for (let entry = ids.first(vertex); entry !== none; entry = ids.next(entry)) {
    if (accepts(ids.id(entry))) return true;
  }
  return false;
}
