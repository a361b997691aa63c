import { type ChunkSet, chunkSetHas, intersectChunkSets, type Scope, type StoredChunk } from '@cubo/contracts';
import { readCounter } from '../catalog/meta.ts';
import { type Catalog, query } from '../catalog/open-catalog.ts';
import type { ChunkStore } from '../chunk-store/chunk-store.ts';
import { isNotFound } from '../files/storage-error.ts';
import { type PlacementTable, readPlacements } from './placement-table.ts';
import { documentsInScope } from './scope.ts';

/** One state of a library. It never changes; what a writer publishes later is in the next snapshot. */
export interface LibrarySnapshot {
  /** Grows by one with every publish, and with every change of a setting. */
  readonly generation: number;
  /** Documents. */
  readonly documents: number;
  /** The live chunks. */
  readonly chunks: ChunkSet;
  /** Segments that hold live chunks. */
  readonly segments: number;
  /**
   * The chunks that a scope admits. Documents that have changed since the snapshot was taken are left out: what they
   * were labelled with then is not known any more.
   */
  scope(scope: Scope): ChunkSet;
  /**
   * The chunks with these ids, by id. Ids that are not live are left out; so are chunks whose document has been deleted
   * since by another writer.
   */
  read(ids: readonly number[]): Promise<Map<number, StoredChunk>>;
  /** The chunks of a set by ascending id, read in order from the disk. */
  scan(chunks: ChunkSet, options?: { signal?: AbortSignal | undefined }): AsyncIterable<StoredChunk>;
}

/** How many scopes a snapshot remembers. */
const rememberedScopes = 100;

/** Takes a snapshot of what the catalog says now. */
export function takeSnapshot(catalog: Catalog, store: ChunkStore): LibrarySnapshot {
  const read = catalog.transaction((): [number, number, PlacementTable] => [
    readCounter(catalog, 'generation'),
    catalog.prepare('SELECT count(*) FROM documents').pluck().get() as number,
    readPlacements(catalog),
  ]);
  const [generation, documents, placements] = query(catalog, () => read.deferred());

  const scopes = new Map<string, ChunkSet>();

  /** A segment may be gone because all in it was deleted meanwhile; that is no damage. */
  function goneSince(error: unknown): boolean {
    return isNotFound(error) && readCounter(catalog, 'generation') !== generation;
  }

  return {
    generation,
    documents,
    chunks: placements.live,
    segments: placements.segments.size,
    scope(scope) {
      const key = JSON.stringify(scope);
      const known = scopes.get(key);
      if (known !== undefined) return known;
      const inScope = query(catalog, () => documentsInScope(catalog, scope));
      const chunks = inScope === undefined ? placements.live : placements.chunksOf(inScope);
      if (scopes.size >= rememberedScopes) scopes.clear();
      scopes.set(key, chunks);
      return chunks;
    },
    async read(ids) {
      const bySegment = new Map<string, number[]>();
      for (const id of ids) {
        const place = placements.find(id);
        if (place === undefined) continue;
        const rows = bySegment.get(place.segment);
        if (rows === undefined) bySegment.set(place.segment, [place.row]);
        else rows.push(place.row);
      }
      const chunks = new Map<number, StoredChunk>();
      for (const [segment, rows] of bySegment) {
        try {
          rows.sort((a, b) => a - b);
          for (const chunk of await store.read(segment, rows)) chunks.set(chunk.id, chunk);
        } catch (error) {
          if (!goneSince(error)) throw error;
        }
      }
      return chunks;
    },
    async *scan(wanted, options) {
      const present = intersectChunkSets(wanted, placements.live);
      for (const run of joinRuns(placements.runs(), present)) {
        options?.signal?.throwIfAborted();
        try {
          for await (const chunk of store.scan(run.segment, run.row, run.row + run.rows)) {
            if (chunkSetHas(present, chunk.id)) yield chunk;
          }
        } catch (error) {
          if (!goneSince(error)) throw error;
        }
      }
    },
  };
}

/** Tells whether a set has an id in `[start, end)`. */
function overlaps(set: ChunkSet, start: number, end: number): boolean {
  let low = 0;
  let high = set.ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((set.ends[middle] as number) <= start) low = middle + 1;
    else high = middle;
  }
  return low < set.starts.length && (set.starts[low] as number) < end;
}

/**
 * Joins the runs that hold wanted chunks and follow each other in one segment, so that a segment is opened once and not
 * once a document.
 */
function* joinRuns(
  runs: ReturnType<PlacementTable['runs']>,
  wanted: ChunkSet,
): Generator<{ segment: string; row: number; rows: number }> {
  let open: { segment: string; row: number; rows: number } | undefined;
  for (const run of runs) {
    if (!overlaps(wanted, run.first, run.first + run.count)) continue;
    if (open !== undefined && open.segment === run.segment && run.row >= open.row + open.rows) {
      open.rows = run.row + run.count - open.row;
    } else {
      if (open !== undefined) yield open;
      open = { segment: run.segment, row: run.row, rows: run.count };
    }
  }
  if (open !== undefined) yield open;
}
