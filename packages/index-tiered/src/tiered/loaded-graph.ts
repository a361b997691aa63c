import type { HnswGraph } from '../hnsw/hnsw-graph.ts';
import { loadGraph } from './hot-graph.ts';
import type { GraphFiles, TierContext } from './tier-state.ts';

/** The graph of an index, as far as it is in memory. */
export interface LoadedGraph {
  /** The graph of these files, or nothing while it is being read, which begins when it is first asked for. */
  get(files: GraphFiles | undefined): HnswGraph | undefined;
  /** Has the graph of files that were just written. */
  set(files: GraphFiles, graph: HnswGraph): void;
  /** Forgets the graph of all other files. */
  keep(files: GraphFiles | undefined): void;
}

/** Reads graphs in the background: until one is there, and where it cannot be read, its vectors are scanned. */
export function loadedGraph(context: TierContext): LoadedGraph {
  let current: { readonly name: string; graph: HnswGraph | undefined; readonly stop: AbortController } | undefined;

  function begin(files: GraphFiles): void {
    const stop = new AbortController();
    const loading: NonNullable<typeof current> = { name: files.graph.name, graph: undefined, stop };
    current = loading;
    loadGraph(context, files, stop.signal).then(
      (graph) => {
        loading.graph = graph;
      },
      // It stays without a graph: the maintenance of the instance that writes makes it anew.
      () => {},
    );
  }
  return {
    get(files) {
      if (files === undefined) return undefined;
      if (current?.name !== files.graph.name) begin(files);
      return current?.graph;
    },
    set(files, graph) {
      current?.stop.abort();
      current = { name: files.graph.name, graph, stop: new AbortController() };
    },
    keep(files) {
      if (current === undefined || current.name === files?.graph.name) return;
      current.stop.abort();
      current = undefined;
    },
  };
}
