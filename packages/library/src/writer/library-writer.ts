import { join } from 'node:path';
import { type ChunkSet, type Clock, chunkSetFromRanges, type Metadata, type UnreadPlace } from '@cubo/contracts';
import { type DocumentRecord, findDocument, writeDocument } from '../catalog/documents.ts';
import { type JobFile, type JobRecord, writeJob, writeJobFile } from '../catalog/jobs.ts';
import { nextGeneration, readCounter, writeMeta } from '../catalog/meta.ts';
import { type Catalog, transact } from '../catalog/open-catalog.ts';
import type { ChunkStore } from '../chunk-store/chunk-store.ts';
import type { FileLayer } from '../files/file-layer.ts';
import type { LibraryPaths } from '../library-paths.ts';
import { type PendingDocument, type SealedSegment, type StagedSegment, stageSegment } from './staged-segment.ts';

/** How many chunk ids are reserved at a time. A crash may leave a gap of that size, which does no harm. */
const idBlock = 1 << 16;

/** A document whose chunks are all in segments, as it shall stand in the catalog. */
export interface FinishedDocument {
  readonly pending: PendingDocument;
  readonly name: string;
  readonly language?: string | undefined;
  readonly pages?: number | undefined;
  readonly sha256: string;
  readonly bytes: number;
  readonly modifiedAt?: number | undefined;
  readonly extractor: string;
  readonly chunker: string;
  readonly metadata: Metadata;
  readonly unread: readonly UnreadPlace[];
  readonly chunks: number;
}

/** All that one publish changes. */
export interface Publication {
  readonly segments?: readonly SealedSegment[] | undefined;
  /**
   * Documents all of whose chunks are in these segments: from now on this version is the current one. Chunks of other
   * documents in the segments (of sources that could not be read to the end) stay dead.
   */
  readonly documents?: readonly FinishedDocument[] | undefined;
  /** Ids of documents to delete. */
  readonly remove?: readonly number[] | undefined;
}

/** The one writer of a library. It exists while `Library.write` runs, which holds the writer lock. */
export interface LibraryWriter {
  /** Begins a new document, or the next version of a known one. */
  beginDocument(source: { uri: string; title?: string | undefined }): PendingDocument;
  /** Starts a segment in `staging`. */
  stageSegment(): Promise<StagedSegment>;
  /**
   * Publishes in one transaction: renames the sealed segments into place, then names them in the catalog, makes the
   * finished documents' new versions current and buries old versions and deleted documents. A crash leaves the state of
   * before or of after. Gives the chunks that are no longer live.
   */
  publish(publication: Publication): Promise<ChunkSet>;
  /** Writes the state of a job, and what became of some of its sources. */
  writeJob(job: JobRecord, files?: readonly JobFile[]): void;
  /** Changes settings of the library in one transaction; `undefined` removes one. Readers take a new snapshot. */
  writeSettings(settings: Readonly<Record<string, string | undefined>>): void;
}

/** Makes a writer on an open catalog; the caller holds the lock and has swept. */
export function createLibraryWriter(options: {
  catalog: Catalog;
  files: FileLayer;
  paths: LibraryPaths;
  store: ChunkStore;
  clock: Clock;
}): LibraryWriter {
  const { catalog, files, paths, store, clock } = options;
  let nextChunk = readCounter(catalog, 'next_chunk');
  /** Ids below are never given out again, whatever happens: an index may hold them before the publish. */
  let reserved = nextChunk;
  let nextDocument = readCounter(catalog, 'next_document') || 1;

  function nextChunkId(): number {
    if (nextChunk >= reserved) {
      const block = nextChunk + idBlock;
      transact(catalog, files, () => writeMeta(catalog, 'next_chunk', String(block)));
      reserved = block;
    }
    return nextChunk++;
  }

  /** Takes placements out of the catalog and adds their chunks to `dead`. */
  function bury(where: string, parameters: readonly number[], dead: [number, number][]): void {
    const rows = catalog
      .prepare(`DELETE FROM placements WHERE ${where} RETURNING first_chunk, chunks`)
      .raw()
      .all(...parameters) as [number, number][];
    for (const [first, count] of rows) dead.push([first, first + count]);
  }

  function record(publication: Publication, segments: readonly SealedSegment[], dead: [number, number][]): string[] {
    const finished = new Set(publication.documents?.map((document) => document.pending));
    const isFinished = (document: PendingDocument) => finished.has(document);
    writeMeta(catalog, 'next_chunk', String(nextChunk));
    writeMeta(catalog, 'next_document', String(nextDocument));
    const addSegment = catalog.prepare(
      'INSERT INTO segments (id, rows, bytes, sha256, created_at) VALUES (?, ?, ?, ?, ?)',
    );
    const addPlacement = catalog.prepare(
      `INSERT INTO placements (first_chunk, chunks, segment_id, first_row, document_id, document_version)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    for (const segment of segments) {
      addSegment.run(segment.id, segment.rows, segment.bytes, segment.sha256, clock.now());
      for (const { document, firstChunk, firstRow, chunks } of segment.runs) {
        if (!isFinished(document)) continue;
        addPlacement.run(firstChunk, chunks, segment.id, firstRow, document.id, document.version);
      }
    }
    for (const { pending, ...document } of publication.documents ?? []) {
      writeDocument(catalog, { ...document, ...pending, ingestedAt: clock.now() } satisfies DocumentRecord);
      bury('document_id = ? AND document_version <> ?', [pending.id, pending.version], dead);
    }
    for (const id of publication.remove ?? []) {
      catalog.prepare('DELETE FROM documents WHERE id = ?').run(id);
      bury('document_id = ?', [id], dead);
    }
    nextGeneration(catalog);
    const published = catalog.prepare('DELETE FROM removable_segments WHERE id = ?');
    for (const segment of segments) published.run(segment.id);
    if (dead.length === 0) return [];
    const emptied = catalog
      .prepare(
        `DELETE FROM segments WHERE NOT EXISTS (SELECT 1 FROM placements WHERE segment_id = segments.id)
         RETURNING id`,
      )
      .pluck()
      .all() as string[];
    for (const id of emptied) noteRemovable(id);
    return emptied;
  }

  function noteRemovable(segment: string): void {
    catalog.prepare('INSERT OR REPLACE INTO removable_segments (id) VALUES (?)').run(segment);
  }

  return {
    beginDocument({ uri, title }) {
      const known = findDocument(catalog, uri);
      return { id: known?.id ?? nextDocument++, uri, title, version: (known?.version ?? 0) + 1 };
    },
    stageSegment: () => stageSegment({ files, staging: paths.staging, nextChunkId }),
    async publish(publication) {
      const finished = new Set(publication.documents?.map((document) => document.pending));
      const segments: SealedSegment[] = [];
      for (const segment of publication.segments ?? []) {
        if (segment.runs.some((run) => finished.has(run.document))) segments.push(segment);
        else await files.remove(segment.directory);
      }
      if (segments.length > 0) {
        transact(catalog, files, () => {
          for (const segment of segments) noteRemovable(segment.id);
        });
      }
      for (const segment of segments) await files.rename(segment.directory, join(paths.segments, segment.id));
      if (segments.length > 0) await files.syncDirectory(paths.segments);
      const dead: [number, number][] = [];
      const emptied = transact(catalog, files, () => record(publication, segments, dead));
      reserved = nextChunk;
      for (const id of emptied) {
        store.forget(id);
        // The publish is done. A file that another process still holds open (Windows) is swept later.
        await files.remove(join(paths.segments, id)).catch(() => {});
      }
      return chunkSetFromRanges(dead);
    },
    writeJob: (job, jobFiles = []) =>
      transact(catalog, files, () => {
        writeJob(catalog, job);
        for (const file of jobFiles) writeJobFile(catalog, job.id, file);
      }),
    writeSettings: (settings) =>
      transact(catalog, files, () => {
        for (const [key, value] of Object.entries(settings)) writeMeta(catalog, `setting:${key}`, value);
        nextGeneration(catalog);
      }),
  };
}
