import {
  type ChunkSet,
  chunkIds,
  chunkSetFromRanges,
  chunkSetHas,
  intersectChunkSets,
  type Scope,
  type StoredChunk,
} from '@cubo/contracts';
import { readCounter } from '../catalog/meta.ts';
import { type Catalog, query } from '../catalog/open-catalog.ts';
import type { ChunkRecord } from '../chunk-store/chunk-columns.ts';
import type { ChunkStore } from '../chunk-store/chunk-store.ts';
import { isNotFound } from '../files/storage-error.ts';
import { documentNames } from './document-names.ts';
import { joinRuns } from './join-runs.ts';
import type { LibraryState } from './library-state.ts';
import type { ChunkPlace } from './placement-table.ts';
import { findPlaceNow } from './read-placements.ts';
import type { ScopeMemory } from './scope-memory.ts';

/** One state of a library. It never changes; what a writer publishes later is in the next snapshot. */
export interface LibrarySnapshot {
  /** Grows by one with every publish, and with every change of a setting. */
  readonly generation: number;
  /** Documents. */
  readonly documents: number;
  /** The live chunks. */
  readonly chunks: ChunkSet;
  /** Chunks of documents that are not complete: durable, and not live. Indexes may hold them, and must not lose them. */
  readonly pending: ChunkSet;
  /** Segments that hold live chunks. */
  readonly segments: number;
  /**
   * The chunks that a scope admits. Documents that have changed since the snapshot was taken are left out: what they
   * were labelled with then is not known any more. A scope that was asked for before takes as long as there are documents
   * that have changed since then; of any other all documents are gone through, while the event loop has its turns.
   */
  scope(scope: Scope, options?: { signal?: AbortSignal | undefined }): Promise<ChunkSet>;
  /**
   * The chunks with these ids, by id. Ids that are not live are left out; so are chunks whose document has been deleted
   * since by another writer. Each is given under the name that its document has now; with `sources`, under the name by
   * which these admit it.
   */
  read(
    ids: readonly number[],
    options?: { sources?: readonly string[] | undefined },
  ): Promise<Map<number, StoredChunk>>;
  /** The chunks of a set by ascending id, read in order from the disk. */
  scan(chunks: ChunkSet, options?: { signal?: AbortSignal | undefined }): AsyncIterable<StoredChunk>;
}

/** Makes the snapshot of a state. */
export function takeSnapshot(
  state: LibraryState,
  { catalog, store, scopes }: { catalog: Catalog; store: ChunkStore; scopes: ScopeMemory },
): LibrarySnapshot {
  const { generation, documents, table: placements, pending } = state;

  /** A segment may be gone because it was written anew, or all in it was deleted meanwhile; that is no damage. */
  function goneSince(error: unknown): boolean {
    return isNotFound(error) && query(catalog, () => readCounter(catalog, 'generation')) !== generation;
  }

  /** Reads chunks where they stood in this snapshot, or, of segments that are gone, where they stand now. */
  async function* readRecords(ids: Iterable<number>, find: typeof placements.find): AsyncGenerator<ChunkRecord> {
    const bySegment = new Map<string, { ids: number[]; rows: number[] }>();
    for (const id of ids) {
      const place = find(id);
      if (place === undefined) continue;
      const wanted = bySegment.get(place.segment) ?? { ids: [], rows: [] };
      bySegment.set(place.segment, wanted);
      wanted.ids.push(id);
      wanted.rows.push(place.row);
    }
    for (const [segment, wanted] of bySegment) {
      try {
        yield* await store.read(
          segment,
          wanted.rows.sort((a, b) => a - b),
        );
      } catch (error) {
        if (!goneSince(error)) throw error;
        if (find !== findNow) yield* readRecords(wanted.ids, findNow);
      }
    }
  }

  const findNow = (id: number): ChunkPlace | undefined => query(catalog, () => findPlaceNow(catalog, id));

  return {
    generation,
    documents,
    chunks: placements.live,
    pending,
    get segments() {
      return placements.segments().size;
    },
    scope: (scope, { signal } = {}) => scopes.chunksOf(scope, state, signal),
    async read(ids, options) {
      const nameOf = documentNames(catalog, options?.sources);
      const chunks = new Map<number, StoredChunk>();
      for await (const record of readRecords(ids, placements.find)) {
        const source = nameOf(record.documentId);
        if (source !== undefined) chunks.set(record.id, { ...record, source });
      }
      return chunks;
    },
    async *scan(wanted, options) {
      const nameOf = documentNames(catalog);
      const present = intersectChunkSets(wanted, placements.live);
      for (const run of joinRuns(placements.runs(), present)) {
        options?.signal?.throwIfAborted();
        let last = -1;
        const records = async function* (): AsyncGenerator<ChunkRecord> {
          try {
            yield* store.scan(run.segment, run.row, run.row + run.rows);
          } catch (error) {
            if (!goneSince(error)) throw error;
            const rest = chunkSetFromRanges([[last + 1, run.end]]);
            for (const id of chunkIds(intersectChunkSets(present, rest))) {
              if (placements.find(id)?.segment === run.segment) yield* readRecords([id], findNow);
            }
          }
        };
        for await (const record of records()) {
          if (!chunkSetHas(present, record.id)) continue;
          last = record.id;
          const source = nameOf(record.documentId);
          if (source !== undefined) yield { ...record, source };
        }
      }
    },
  };
}
