import { CuboError } from '../errors/cubo-error.ts';
import { type ChunkSet, chunkIds, chunkSetFromIds } from '../indexes/chunk-set.ts';
import type { DerivedIndex } from '../indexes/derived-index.ts';
import type { MemoryStorage } from './memory-storage.ts';

/** The life cycle that the indexes in memory have in common. */
export interface MemoryIndex<Item>
  extends Pick<DerivedIndex, 'coverage' | 'remove' | 'flush' | 'refresh' | 'stats' | 'close'> {
  compact(): Promise<void>;
  /** What it holds; throws after `close()`, or when the signal is aborted. */
  items(signal: AbortSignal | undefined): ReadonlyMap<number, Item>;
  /** Adds what it does not hold; all or nothing. */
  add(items: readonly (readonly [id: number, item: Item])[]): void;
}

export function memoryIndex<Item>(name: string, storage: MemoryStorage<Item>): MemoryIndex<Item> {
  let flushed = storage.items;
  const added = new Map<number, Item>();
  const removed = new Set<number>();
  let view = new Map(flushed);
  let closed = false;

  function rebuild(): void {
    view = new Map([...flushed].filter(([id]) => !removed.has(id)));
    for (const [id, item] of added) view.set(id, item);
  }
  function use(signal?: AbortSignal): void {
    signal?.throwIfAborted();
    if (closed) {
      throw new CuboError({
        code: 'CUBO_LIBRARY_CLOSED',
        message: `The ${name} was used after it was closed.`,
        remedy: 'Open it again.',
      });
    }
  }
  async function flush(): Promise<void> {
    use();
    storage.items = flushed = new Map(view);
    added.clear();
    removed.clear();
  }
  return {
    items(signal) {
      use(signal);
      return view;
    },
    add(items) {
      for (const [id, item] of items) {
        if (view.has(id)) continue;
        added.set(id, item);
        view.set(id, item);
      }
    },
    coverage: () => chunkSetFromIds(view.keys()),
    async remove(ids: ChunkSet) {
      use();
      for (const id of chunkIds(ids)) {
        if (flushed.has(id)) removed.add(id);
        added.delete(id);
      }
      rebuild();
    },
    flush,
    compact: flush,
    async refresh() {
      use();
      flushed = storage.items;
      rebuild();
    },
    stats: () => ({ chunks: view.size, bytes: 0, segments: 1 }),
    async close() {
      closed = true;
    },
  };
}
