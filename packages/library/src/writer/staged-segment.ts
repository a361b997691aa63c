import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Chunk, StoredChunk } from '@cubo/contracts';
import { chunkFileName } from '../chunk-store/chunk-store.ts';
import { createSegmentFile } from '../chunk-store/segment-writer.ts';
import type { FileLayer } from '../files/file-layer.ts';
import type { FileFingerprint } from '../files/hashed-file.ts';

/** A document whose chunks are being written: a new one, or the next version of one that the library has. */
export interface PendingDocument {
  readonly id: number;
  readonly uri: string;
  readonly title?: string | undefined;
  /** The version that the chunks belong to. */
  readonly version: number;
}

/** Consecutive chunks of one document in a segment. */
export interface StagedRun {
  readonly document: PendingDocument;
  readonly firstChunk: number;
  readonly firstRow: number;
  readonly chunks: number;
}

/** A finished segment that waits for its publication. */
export interface SealedSegment extends FileFingerprint {
  readonly id: string;
  /** Its folder in `staging`. */
  readonly directory: string;
  readonly rows: number;
  readonly runs: readonly StagedRun[];
}

/** A segment that is being written in `staging`. */
export interface StagedSegment {
  readonly rows: number;
  /** Characters of text appended. */
  readonly characters: number;
  /** Appends the next chunk of a document; documents may not alternate. Gives the chunk as stored, with its id. */
  append(document: PendingDocument, ordinal: number, chunk: Chunk): Promise<StoredChunk>;
  /** Makes the segment durable. An empty one cannot be sealed. */
  seal(): Promise<SealedSegment>;
  /** Removes it; nothing of it was ever visible. */
  discard(): Promise<void>;
}

/** Starts a segment; `nextChunkId` hands out ids. */
export async function stageSegment(options: {
  files: FileLayer;
  staging: string;
  nextChunkId: () => number;
}): Promise<StagedSegment> {
  const { files, staging, nextChunkId } = options;
  const id = randomUUID();
  const directory = join(staging, id);
  await files.makeDirectory(directory);
  const file = await createSegmentFile(files, join(directory, chunkFileName));
  const runs: { document: PendingDocument; firstChunk: number; firstRow: number; chunks: number }[] = [];
  let rows = 0;
  let characters = 0;

  return {
    get rows() {
      return rows;
    },
    get characters() {
      return characters;
    },
    async append(document, ordinal, chunk) {
      const stored: StoredChunk = {
        ...chunk,
        id: nextChunkId(),
        documentId: document.id,
        ordinal,
        title: document.title,
        source: document.uri,
      };
      const run = runs.at(-1);
      if (run?.document.id === document.id && run.firstChunk + run.chunks === stored.id) run.chunks++;
      else runs.push({ document, firstChunk: stored.id, firstRow: rows, chunks: 1 });
      rows++;
      characters += chunk.text.length;
      await file.append(stored);
      return stored;
    },
    async seal() {
      const fingerprint = await file.finish();
      await files.syncDirectory(directory);
      return { id, directory, rows, runs, ...fingerprint };
    },
    async discard() {
      await file.discard();
      await files.remove(directory);
    },
  };
}
