import { isCuboError } from '@cubo/contracts';
import type { HnswGraph } from '../hnsw/hnsw-graph.ts';
import { loadGraph } from './hot-graph.ts';
import type { GraphFiles, TierContext } from './tier-state.ts';

/** The graph of an index, as far as it is in memory. */
export interface LoadedGraph {
  /** The graph of these files, or nothing while it is being read, which begins when it is first asked for. */
  get(files: GraphFiles | undefined): HnswGraph | undefined;
  /** Whether the graph of these files could not be read. */
  isDamaged(files: GraphFiles | undefined): boolean;
  /** Has the graph of files that were just written. */
  set(files: GraphFiles, graph: HnswGraph): void;
  /** Forgets the graph of all other files. */
  keep(files: GraphFiles | undefined): void;
  /** Forgets all, and waits until nothing is read any more. */
  close(): Promise<void>;
}

interface Loading {
  readonly name: string;
  graph: HnswGraph | undefined;
  isDamaged: boolean;
  readonly stop: AbortController;
}

/**
 * Reads graphs in the background: until one is there, and where it cannot be read, its vectors are scanned. A damaged one
 * is made anew by the maintenance of an instance that has found it so.
 */
export function loadedGraph(context: TierContext): LoadedGraph {
  let current: Loading | undefined;
  const reading = new Set<Promise<void>>();

  function begin(files: GraphFiles): void {
    const stop = new AbortController();
    const loading: Loading = { name: files.graph.name, graph: undefined, isDamaged: false, stop };
    current = loading;
    const read = loadGraph(context, files, stop.signal).then(
      (graph) => {
        loading.graph = graph;
      },
      (error: unknown) => {
        loading.isDamaged = isCuboError(error, 'CUBO_INDEX_CORRUPT');
      },
    );
    reading.add(read);
    void read.finally(() => reading.delete(read));
  }
  function keep(files: GraphFiles | undefined): void {
    if (current === undefined || current.name === files?.graph.name) return;
    current.stop.abort();
    current = undefined;
  }
  return {
    get(files) {
      if (files === undefined) return undefined;
      if (current?.name !== files.graph.name) begin(files);
      return current?.graph;
    },
    isDamaged: (files) => files !== undefined && current?.name === files.graph.name && current.isDamaged,
    set(files, graph) {
      current?.stop.abort();
      current = { name: files.graph.name, graph, isDamaged: false, stop: new AbortController() };
    },
    keep,
    async close() {
      keep(undefined);
      await Promise.all(reading);
    },
  };
}
