import { join } from 'node:path';
import { type ChunkSet, type Clock, chunkSetFromRanges } from '@cubo/contracts';
import { findDocument, findDocumentById } from '../catalog/documents.ts';
import { forgetInherited } from '../catalog/inherited-chunks.ts';
import { hasJob, type JobFile, type JobRecord, writeJob, writeJobFile } from '../catalog/jobs.ts';
import { nextGeneration, readCounter, writeMeta } from '../catalog/meta.ts';
import { type Catalog, query, transact } from '../catalog/open-catalog.ts';
import type { PendingRecord } from '../catalog/pending-documents.ts';
import { noteRemovable, takeOutEmptySegments, takeOutPlacements } from '../catalog/placements.ts';
import type { ChunkStore } from '../chunk-store/chunk-store.ts';
import { compactCatalog } from '../compaction/compact-catalog.ts';
import { type CompactSegmentsOptions, compactSegments } from '../compaction/compact-segments.ts';
import { withoutOwner } from '../doctor/check-catalog.ts';
import type { FileLayer } from '../files/file-layer.ts';
import type { LibraryPaths } from '../library-paths.ts';
import type { Publication } from './publication.ts';
import { placedDocuments, recordPublication } from './record-publication.ts';
import { type PendingDocument, type SealedSegment, type StagedSegment, stageSegment } from './staged-segment.ts';

/** How many chunk ids are reserved at a time. A crash may leave a gap of that size, which does no harm. */
const idBlock = 1 << 16;

/** The one writer of a library. It exists while `Library.write` runs, which holds the writer lock. */
export interface LibraryWriter {
  /**
   * Begins a new document, or the next version of a known one: that of this id, by default that of the URI; `'new'` is
   * one of its own in any case, which takes the URI over. A pending version of it must be abandoned first.
   */
  beginDocument(source: {
    uri: string;
    title?: string | undefined;
    document?: number | 'new' | undefined;
  }): PendingDocument;
  /** Goes on with a pending document; the next chunk to append has the ordinal `pending.chunks`. */
  resumeDocument(pending: PendingRecord): PendingDocument;
  /** Starts a segment in `staging`. */
  stageSegment(): Promise<StagedSegment>;
  /**
   * Publishes in one transaction: renames the sealed segments into place, then names them in the catalog, makes the
   * finished documents' new versions current and buries old versions and deleted documents. A crash leaves the state of
   * before or of after. Gives the chunks that are no longer live.
   */
  publish(publication: Publication): Promise<ChunkSet>;
  /** Writes the state of a job. */
  writeJob(job: JobRecord): void;
  /** Writes how far sources of a job are; nothing if there is no such job. */
  writeJobFiles(job: string, files: readonly JobFile[]): void;
  /** Changes settings of the library in one transaction; `undefined` removes one. Readers take a new snapshot. */
  writeSettings(settings: Readonly<Record<string, string | undefined>>): void;
  /** Forgets which chunks have inherited their vectors, but for those of pending documents. */
  forgetInherited(): void;
  /** Takes out placements of no document, which a healthy library does not have. */
  buryOwnerless(): void;
  /**
   * Writes segments anew without their dead rows, one transaction each; ids stay. A crash leaves each as it was or as it
   * shall be.
   */
  compactSegments(options?: CompactSegmentsOptions): Promise<void>;
  /**
   * Takes out of the catalog what no document needs any more, and gives back its free space. Throws
   * `CUBO_LIBRARY_IN_USE` where somebody reads an earlier state of it for longer than a write waits for another.
   */
  compactCatalog(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** Makes a writer on an open catalog; the caller holds the lock and has swept. */
export function createLibraryWriter(options: {
  catalog: Catalog;
  files: FileLayer;
  paths: LibraryPaths;
  store: ChunkStore;
  clock: Clock;
  /** How long readers are waited for that keep deleted text on the disk. */
  patienceMilliseconds: number;
}): LibraryWriter {
  const { catalog, files, paths, store, clock, patienceMilliseconds } = options;
  let nextChunk = query(catalog, () => readCounter(catalog, 'next_chunk'));
  /** Ids below are never given out again, whatever happens: an index may hold them before the publish. */
  let reserved = nextChunk;
  let nextDocument = query(catalog, () => readCounter(catalog, 'next_document')) || 1;

  function nextChunkId(): number {
    if (nextChunk >= reserved) {
      const block = nextChunk + idBlock;
      transact(catalog, files, () => writeMeta(catalog, 'next_chunk', String(block)));
      reserved = block;
    }
    return nextChunk++;
  }

  function record(publication: Publication, segments: readonly SealedSegment[]): { dead: ChunkSet; emptied: string[] } {
    writeMeta(catalog, 'next_chunk', String(nextChunk));
    writeMeta(catalog, 'next_document', String(nextDocument));
    const dead = recordPublication(catalog, publication, segments, clock);
    return { dead: chunkSetFromRanges(dead), emptied: dead.length === 0 ? [] : takeOutEmptySegments(catalog) };
  }

  return {
    beginDocument({ uri, title, document }) {
      const named = typeof document === 'number' ? findDocumentById(catalog, document) : findDocument(catalog, uri);
      // Under an alias's name begins a document of its own.
      const known = document === 'new' || (document === undefined && named?.uri !== uri) ? undefined : named;
      return { id: known?.id ?? nextDocument++, uri, title, version: (known?.version ?? 0) + 1 };
    },
    resumeDocument: ({ id, uri, title, version }) => ({ id, uri, title, version }),
    stageSegment: () => stageSegment({ files, staging: paths.staging, nextChunkId }),
    async publish(publication) {
      const placed = placedDocuments(publication);
      const segments: SealedSegment[] = [];
      for (const segment of publication.segments ?? []) {
        if (segment.runs.some((run) => placed.has(run.document))) segments.push(segment);
        else await files.remove(segment.directory);
      }
      if (segments.length > 0) {
        transact(catalog, files, () => {
          for (const segment of segments) noteRemovable(catalog, segment.id);
        });
      }
      for (const segment of segments) await files.rename(segment.directory, join(paths.segments, segment.id));
      if (segments.length > 0) await files.syncDirectory(paths.segments);
      const { dead, emptied } = transact(catalog, files, () => record(publication, segments));
      reserved = nextChunk;
      for (const id of emptied) {
        store.forget(id);
        // The publish is done. A file that another process still holds open (Windows) is swept later.
        await files.remove(join(paths.segments, id)).catch(() => {});
      }
      return dead;
    },
    writeJob: (job) => transact(catalog, files, () => writeJob(catalog, job)),
    writeJobFiles: (job, jobFiles) =>
      transact(catalog, files, () => {
        if (hasJob(catalog, job)) for (const file of jobFiles) writeJobFile(catalog, job, file);
      }),
    writeSettings: (settings) =>
      transact(catalog, files, () => {
        for (const [key, value] of Object.entries(settings)) writeMeta(catalog, `setting:${key}`, value);
        nextGeneration(catalog);
      }),
    forgetInherited: () => transact(catalog, files, () => forgetInherited(catalog)),
    buryOwnerless: () =>
      transact(catalog, files, () => {
        if (takeOutPlacements(catalog, withoutOwner, []).length === 0) return;
        takeOutEmptySegments(catalog);
        nextGeneration(catalog);
      }),
    compactSegments: (given) => compactSegments({ catalog, files, paths, store, clock }, given),
    compactCatalog: ({ signal } = {}) => compactCatalog(catalog, files, { patienceMilliseconds, signal }),
  };
}
