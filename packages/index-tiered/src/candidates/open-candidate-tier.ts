import { join } from 'node:path';
import { chunkSetFromIds, intersectChunkSets, subtractChunkSets } from '@cubo/contracts';
import { changeQueue } from '@cubo/library';
import { checkChunkSet, checkCount, checkVector } from '../check-arguments.ts';
import { float16Encoding } from '../raw-vectors/float16-encoding.ts';
import { int8Encoding } from '../raw-vectors/int8-encoding.ts';
import { openTier } from '../tiered/open-tiered-vectors.ts';
import { rememberLast } from '../tiered/remember-last.ts';
import type { TieredVectors } from '../tiered/tiered-vectors.ts';
import { candidateMaintenance } from './building/candidate-maintenance.ts';
import { type CandidateTierOptions, checkCandidateOptions } from './candidate-tier-options.ts';
import type { Engine } from './engines/engine.ts';
import type { EngineDescription } from './engines/load-engine.ts';
import { loadedCandidates } from './loaded-candidates.ts';
import { searchCandidates } from './search-candidates.ts';
import { type CandidateStore, openCandidateStore } from './store/candidate-store.ts';

/** The library whose index gives the candidates. */
export interface CandidateLibrary {
  readonly description: EngineDescription;
  readonly engine: Engine;
  /** An index is made anew when there are so many times as many vectors as it was trained for. */
  readonly outgrown: number;
  /** The most bytes of vectors, as float32, that it is trained on. */
  readonly trainingBytes: number;
  /** Looks whether an index can be made as described; told of the store, whose index proves it. */
  check?(store: CandidateStore): Promise<void>;
}

/**
 * A tier whose vectors are kept, scanned and scored as by `openTieredVectors` before there is a graph, and that asks
 * another library's index for those that are worth it. That index is derived from the vectors, in a folder of its own.
 */
export async function openCandidateTier(
  options: CandidateTierOptions,
  library: CandidateLibrary,
): Promise<TieredVectors> {
  const { memoryBytes, cacheBytes, scanBytes, candidates: perHit, background } = checkCandidateOptions(options);
  const { directory, files, dimensions, encoding } = options;
  const { description, engine, outgrown, trainingBytes } = library;
  const { name } = description;
  const everything = { capacity: Number.MAX_SAFE_INTEGER, scanBytes: Number.MAX_SAFE_INTEGER };
  const { blockBytes } = options;
  const rawOptions = { directory, files, dimensions, encoding, memoryBytes, cacheBytes, blockBytes };
  const raw = await openTier({ ...rawOptions, hot: everything, background: false }, [name]);
  const store = await openStore().catch(async (error: unknown) => {
    await raw.close();
    throw error;
  });
  const mostBytes = memoryBytes - cacheBytes;
  const queue = changeQueue();
  const recordBytes = (encoding === 'float16' ? float16Encoding : int8Encoding).bytes(dimensions);
  const loaded = loadedCandidates({ store, engine, description, mostBytes });
  const limits = { scanned: Math.floor(scanBytes / recordBytes), mostBytes, outgrown };
  const maintenance = candidateMaintenance({
    raw,
    store,
    loaded,
    engine,
    description,
    files,
    queue,
    limits,
    trainingBytes,
  });
  const knownOf = rememberLast(intersectChunkSets);

  async function openStore(): Promise<CandidateStore> {
    const opened = await openCandidateStore(files, join(directory, name), name);
    await library.check?.(opened);
    return opened;
  }

  /** What the index has as it is held now. */
  const known = () => knownOf(store.known(), raw.coverage());

  return {
    dimensions,
    coverage: () => raw.coverage(),
    add: (batch, addOptions) =>
      queue.change(async () => {
        const before = raw.coverage();
        await raw.add(batch, addOptions);
        // One that the index knows and that was not held has come back, perhaps with another vector. That is forgotten on
        // the disk before the vector is there, so that no crash can mix them.
        if (store.files()) store.forget(subtractChunkSets(chunkSetFromIds(batch.ids), before));
      }),
    async search(query, searchOptions) {
      const { limit, filter, signal } = searchOptions;
      signal?.throwIfAborted();
      const candidates = loaded.get();
      if (candidates === undefined) return raw.search(query, searchOptions);
      checkVector(query, dimensions, 'The query');
      checkCount(limit, 0, 'limit');
      if (filter !== undefined) checkChunkSet(filter, 'The option filter');
      if (limit === 0 || query.every((value) => value === 0)) return [];
      const search = { part: name, candidates, known: known(), perHit, scanBytes, recordBytes };
      return searchCandidates(raw, search, query, searchOptions);
    },
    vectors: (ids, vectorOptions) => raw.vectors(ids, vectorOptions),
    remove: (ids) =>
      queue.change(async () => {
        await raw.remove(ids);
        store.forget(ids);
        maintenance.removed(ids);
      }),
    async flush() {
      await queue.change(async () => {
        await store.flush();
        await raw.flush();
      });
      if (background) maintenance.start();
    },
    async optimize(optimizeOptions) {
      await queue.change(async () => {
        await store.flush();
        await raw.flush();
      });
      await maintenance.finish(optimizeOptions?.signal);
    },
    compact: (compactOptions) =>
      maintenance.pause(() =>
        queue.change(async () => {
          await raw.compact(compactOptions);
          const index = store.files()?.index;
          const isClean = index !== undefined && subtractChunkSets(index.ids, known()).size === 0;
          if (isClean) await store.sweep();
          else await store.discard();
        }),
      ),
    refresh: () =>
      queue.refresh(async () => {
        await raw.refresh();
        await store.refresh();
      }),
    stats() {
      const { chunks, bytes, segments } = raw.stats();
      const searched = known().size;
      const parts = [
        { part: name, chunks: searched },
        { part: 'scan', chunks: chunks - searched },
      ];
      return {
        chunks,
        bytes: bytes + store.bytes(),
        segments: segments + (store.files() ? 1 : 0),
        parts: parts.filter((part) => part.chunks > 0),
        failure: maintenance.failure(),
      };
    },
    async close() {
      await maintenance.close();
      await queue.change(async () => {
        await loaded.close();
        await raw.close();
      });
    },
  };
}
