import {
  type ChunkSet,
  CuboError,
  chunkSetHas,
  emptyChunkSet,
  intersectChunkSets,
  subtractChunkSets,
  topHits,
  uniteChunkSets,
  type VectorTier,
} from '@cubo/contracts';
import { changeQueue, type FileLayer, openIndexDirectory } from '@cubo/library';
import { vectorBuffer } from '../raw-vectors/vector-buffer.ts';
import type { VectorFile } from '../raw-vectors/vector-file.ts';
import { blockCache } from './block-cache.ts';
import { checkBatch, checkCount, checkVector } from './check-arguments.ts';
import { pacer } from './pacer.ts';
import { planCompaction, planMerge } from './plan-merge.ts';
import { readVectors } from './read-vectors.ts';
import { rememberLast } from './remember-last.ts';
import { scanBuffer, scanFile } from './scan.ts';
import { openTierState } from './tier-state.ts';
import { writeTierState } from './write-tier-state.ts';

/** Name and version of the format of an exact tier's directory. */
export const exactTierFormat = 'vectors@1';

const MiB = 2 ** 20;

/** Options of {@link openExactTier}. */
export interface ExactTierOptions {
  /** Folder of the index; made at the first flush if it does not exist. */
  readonly directory: string;
  /** By what the disk is reached. */
  readonly files: FileLayer;
  /** Length of every vector. */
  readonly dimensions: number;
  /** The most bytes of vectors of files that are kept in memory between searches. Default 64 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Bytes of the blocks in which new files are written, and later read and checked. Default 1 MiB. */
  readonly blockBytes?: number | undefined;
}

/**
 * Opens a vector tier that compares the query with every vector, so that it finds what there is to find, in time that
 * grows with their number. Vectors are rounded to int8 with a scale of their own as they are added; scores are inner
 * products of the rounded vector and the exact query, and do not depend on when or in which batches vectors were added
 * and flushed.
 *
 * Changes happen one after the other; searches wait for none of them. `refresh` does nothing while this instance is
 * changing: who writes to an index is alone in doing so.
 *
 * Throws `CUBO_INDEX_CORRUPT` for a damaged index, `CUBO_BAD_ARGUMENT` for options that make no sense. A block is
 * compared with its checksum when it is read for the first time, so `search` and `flush` may throw `CUBO_INDEX_CORRUPT`
 * too.
 */
export async function openExactTier(options: ExactTierOptions): Promise<VectorTier> {
  const { files, dimensions, cacheBytes = 64 * MiB, blockBytes = MiB } = options;
  checkCount(dimensions, 1, 'dimensions');
  checkCount(cacheBytes, 0, 'cacheBytes');
  checkCount(blockBytes, 1, 'blockBytes');

  const directory = await openIndexDirectory({ directory: options.directory, files, format: exactTierFormat });
  const cache = blockCache<VectorFile>(cacheBytes);
  const queue = changeQueue();
  let state = await openTierState(directory, [], dimensions);
  let buffer = vectorBuffer(dimensions);
  /** What was removed from files since the last flush. */
  let removed: ChunkSet = emptyChunkSet;
  let closed = false;

  function assertOpen(): void {
    if (!closed) return;
    throw new CuboError({
      code: 'CUBO_LIBRARY_CLOSED',
      message: `The vector index ${directory.path} was used after it was closed.`,
      remedy: 'Open it again.',
      path: directory.path,
    });
  }
  // What queries ask for again and again is computed once for each change.
  const uniteForgotten = rememberLast(uniteChunkSets);
  const forgotten = () => uniteForgotten(state.manifest.removed, removed);
  const subtractRemoved = rememberLast(subtractChunkSets);
  const stored = () => subtractRemoved(state.held, removed);
  const uniteCovered = rememberLast(uniteChunkSets);
  const coverage = () => uniteCovered(stored(), buffer.ids());
  const liveParts = rememberLast((files: readonly VectorFile[], dead: ChunkSet) =>
    files.map((file) => ({ file, live: subtractChunkSets(file.ids, dead) })),
  );

  async function letGo(files: readonly VectorFile[]): Promise<void> {
    for (const file of files) {
      cache.drop(file);
      await file.release();
    }
  }
  /** Brings the state up to the directory's manifest, where that has moved on. */
  async function catchUp(): Promise<void> {
    if (state.manifest === directory.manifest) return;
    const before = state.files;
    state = await openTierState(directory, before, dimensions);
    removed = intersectChunkSets(removed, state.held);
    buffer.remove(stored());
    await letGo(before.filter((file) => !state.files.includes(file)));
  }

  /** Makes durable what was added and removed, and merges the files that the plan names. */
  async function write(plan: typeof planMerge): Promise<void> {
    assertOpen();
    await catchUp();
    const isCompact = plan === planMerge || state.manifest.removed.size === 0;
    if (buffer.size === 0 && removed.size === 0 && isCompact) return;
    const before = state.files;
    state = await writeTierState({ directory, dimensions, blockBytes, state, buffer, forgotten: forgotten(), plan });
    buffer = vectorBuffer(dimensions);
    removed = emptyChunkSet;
    await letGo(before.filter((file) => !state.files.includes(file)));
  }

  return {
    dimensions,
    coverage,
    add: ({ ids, vectors }, addOptions) =>
      queue.change(async () => {
        addOptions?.signal?.throwIfAborted();
        assertOpen();
        checkBatch({ ids, vectors }, dimensions);
        const held = stored();
        for (const [index, id] of ids.entries()) {
          if (!buffer.has(id) && !chunkSetHas(held, id)) buffer.add(id, vectors[index] as Float32Array);
        }
      }),
    async search(query, { limit, filter, signal }) {
      signal?.throwIfAborted();
      assertOpen();
      checkVector(query, dimensions, 'The query');
      checkCount(limit, 0, 'limit');
      // Every score would be 0.
      if (limit === 0 || query.every((value) => value === 0)) return [];
      const within = (ids: ChunkSet) => (filter === undefined ? ids : intersectChunkSets(ids, filter));
      const scan = { query: new Float64Array(query), top: topHits(limit), pace: pacer(signal) };
      // All of these are taken before the first wait: they belong together.
      const parts = liveParts(state.files, forgotten());
      for (const { file } of parts) file.acquire();
      try {
        await scanBuffer(buffer, within(buffer.ids()), scan);
        for (const { file, live } of parts) await scanFile(file, within(live), scan, cache);
      } finally {
        for (const { file } of parts) await file.release();
      }
      return scan.top.hits();
    },
    async vectors(ids, vectorOptions) {
      vectorOptions?.signal?.throwIfAborted();
      assertOpen();
      const parts = liveParts(state.files, forgotten());
      for (const { file } of parts) file.acquire();
      try {
        const found = await readVectors(ids, dimensions, buffer, parts, vectorOptions?.signal);
        return ids.map((id) => found.get(id));
      } finally {
        for (const { file } of parts) await file.release();
      }
    },
    remove: (ids) =>
      queue.change(async () => {
        assertOpen();
        buffer.remove(ids);
        removed = uniteChunkSets(removed, intersectChunkSets(state.held, ids));
      }),
    flush: () => queue.change(() => write(planMerge)),
    compact: () =>
      queue.change(async () => {
        await write(planCompaction);
        await directory.sweep();
      }),
    refresh: () =>
      queue.refresh(async () => {
        assertOpen();
        await directory.refresh();
        await catchUp();
      }),
    stats: () => ({
      chunks: coverage().size,
      bytes: state.files.reduce((sum, file) => sum + file.bytes, 0),
      segments: state.files.length,
    }),
    close: () =>
      queue.change(async () => {
        if (closed) return;
        closed = true;
        await letGo(state.files);
      }),
  };
}
