import { join } from 'node:path';
import { isCuboError } from '@cubo/contracts';
import { type Catalog, query } from '../catalog/open-catalog.ts';
import { chunkFileName } from '../chunk-store/chunk-store.ts';
import { openSegmentFile, segmentCorrupt } from '../chunk-store/segment-reader.ts';
import type { FileLayer } from '../files/file-layer.ts';
import { fingerprintFile } from '../files/hashed-file.ts';
import { isNoFile } from '../files/storage-error.ts';
import type { LibraryPaths } from '../library-paths.ts';
import type { Problem } from './problem.ts';

/** A segment that cannot be trusted. */
export interface DamagedSegment {
  readonly id: string;
  readonly problem: Problem;
}

/** Reads every byte and every row of every segment, and compares them with the catalog. */
export async function* checkSegments(options: {
  catalog: Catalog;
  files: FileLayer;
  paths: LibraryPaths;
  signal?: AbortSignal | undefined;
}): AsyncGenerator<DamagedSegment> {
  const { catalog, files, paths, signal } = options;
  const segments = query(catalog, () =>
    catalog
      .prepare<[], { id: string; rows: number; bytes: number; sha256: string }>(
        'SELECT id, rows, bytes, sha256 FROM segments ORDER BY id',
      )
      .all(),
  );
  for (const segment of segments) {
    signal?.throwIfAborted();
    const path = join(paths.segments, segment.id, chunkFileName);
    try {
      const actual = await fingerprintFile(files, path);
      if (actual.bytes !== segment.bytes || actual.sha256 !== segment.sha256) {
        throw segmentCorrupt(path, 'does not match its checksum');
      }
      await checkRows(catalog, files, path, segment);
    } catch (error) {
      // A disk that refuses to read says nothing about the segment: only what was read can be found damaged.
      if (!isCuboError(error) || !(error.code === 'CUBO_SEGMENT_CORRUPT' || isNoFile(error))) throw error;
      if (!stillNamed(catalog, segment.id)) continue;
      const problem: Problem = {
        severity: 'error',
        code: 'CUBO_SEGMENT_CORRUPT',
        message: error.summary,
        remedy: 'Run doctor with --repair, then ingest the affected documents again.',
        path,
        documents: documentsIn(catalog, segment.id),
      };
      yield { id: segment.id, problem };
    }
  }
}

/** Another process may have replaced all its chunks since, and removed it. */
function stillNamed(catalog: Catalog, segment: string): boolean {
  return query(catalog, () => catalog.prepare('SELECT 1 FROM segments WHERE id = ?').get(segment)) !== undefined;
}

async function checkRows(
  catalog: Catalog,
  files: FileLayer,
  path: string,
  segment: { id: string; rows: number },
): Promise<void> {
  const reader = await openSegmentFile(files, path);
  try {
    if (reader.rows !== segment.rows) throw segmentCorrupt(path, `has ${reader.rows} rows instead of ${segment.rows}`);
    const runs = query(catalog, () =>
      catalog
        .prepare<[string], { first_chunk: number; chunks: number; first_row: number; document_id: number }>(
          'SELECT first_chunk, chunks, first_row, document_id FROM placements WHERE segment_id = ? ORDER BY first_row',
        )
        .all(segment.id),
    );
    let run = 0;
    for (let group = 0, row = 0; group < reader.groupStarts.length; group++) {
      for (const chunk of await reader.readGroup(group)) {
        while (run < runs.length && row >= (runs[run]?.first_row ?? 0) + (runs[run]?.chunks ?? 0)) run++;
        const expected = runs[run];
        if (expected !== undefined && row >= expected.first_row) {
          const id = expected.first_chunk + row - expected.first_row;
          if (chunk.id !== id || chunk.documentId !== expected.document_id) {
            throw segmentCorrupt(path, `holds chunk ${chunk.id} in row ${row}, where the catalog expects ${id}`);
          }
        }
        row++;
      }
    }
  } finally {
    await reader.close();
  }
}

/** URIs of the documents that have chunks in a segment, pending ones too. */
function documentsIn(catalog: Catalog, segment: string): string[] {
  return query(catalog, () =>
    catalog
      .prepare<[string, string], string>(
        `SELECT uri FROM documents JOIN placements ON documents.id = document_id AND version = document_version
         WHERE segment_id = ?
         UNION SELECT uri FROM pending_documents p JOIN placements
           ON p.document_id = placements.document_id AND p.version = document_version
         WHERE segment_id = ? ORDER BY uri`,
      )
      .pluck()
      .all(segment, segment),
  );
}
