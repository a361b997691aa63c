import {
  type ChunkSet,
  CuboError,
  chunkSetHas,
  emptyChunkSet,
  intersectChunkSets,
  subtractChunkSets,
  uniteChunkSets,
} from '@cubo/contracts';
import { changeQueue, openIndexDirectory } from '@cubo/library';
import { checkBatch, checkChunkSet, checkCount, checkVector } from '../check-arguments.ts';
import type { ColdSegment } from '../cold/cold-segment.ts';
import { pieceReader } from '../exact/piece-reader.ts';
import { createKernels } from '../kernels/create-kernels.ts';
import { pacer } from '../pacer.ts';
import { float16Encoding } from '../raw-vectors/float16-encoding.ts';
import { int8Encoding } from '../raw-vectors/int8-encoding.ts';
import { planCompaction, planMerge } from '../raw-vectors/plan-merge.ts';
import { readVectors } from '../raw-vectors/read-vectors.ts';
import { createRecordScorer } from '../raw-vectors/record-scorer.ts';
import { vectorBuffer } from '../raw-vectors/vector-buffer.ts';
import type { VectorFile } from '../raw-vectors/vector-file.ts';
import { loadedGraph } from './loaded-graph.ts';
import { createMaintenance } from './maintenance.ts';
import { partStats } from './part-stats.ts';
import { rememberLast } from './remember-last.ts';
import { searchTier } from './search-tier.ts';
import type { MaintenanceChange } from './take-step.ts';
import { describeState, extensions, openFiles, openTierState, type TierState } from './tier-state.ts';
import type { TieredVectors } from './tiered-vectors.ts';
import { checkOptions, type TieredVectorsOptions } from './tiered-vectors-options.ts';
import { writeTierState } from './write-tier-state.ts';

/** Name and version of the format of a tiered index's directory. */
export const tieredVectorsFormat = 'vectors@2';

/**
 * Opens a vector index in tiers. Vectors are kept as they come, rounded (to int8 unless told otherwise); the newest are
 * *hot*: compared with the query one by one, or, when they are many, found by way of a graph (HNSW). When they outgrow
 * `hot.capacity`, they become a *cold* segment: compressed vectors in inverted lists on the disk (IVFPQ), of which a search
 * reads a few, scoring the best of them exactly. Scores are always inner products of the vector as it is kept and the
 * query.
 *
 * Changes happen one after the other; searches wait for none of them, and see one state or the next. Graph and cold
 * segments are made in the background after a flush, by the instance that writes; `optimize` waits for it. `refresh` does
 * nothing while this instance is changing: who writes to an index is alone in doing so.
 *
 * Throws `CUBO_INDEX_CORRUPT` for a damaged index, `CUBO_BAD_ARGUMENT` for options that make no sense. Vectors and lists
 * are compared with their checksums when they are read for the first time, so `search` and `flush` may throw
 * `CUBO_INDEX_CORRUPT` too.
 */
export function openTieredVectors(options: TieredVectorsOptions): Promise<TieredVectors> {
  return openTier(options, []);
}

/** Opens an index in whose folder some names are those of others: of what they derive from its vectors. */
export async function openTier(options: TieredVectorsOptions, others: readonly string[]): Promise<TieredVectors> {
  const settings = checkOptions(options);
  const { dimensions, blockBytes } = settings;
  const encoding = settings.encoding === 'int8' ? int8Encoding : float16Encoding;
  const shape = { encoding, dimensions };
  const size = encoding.bytes(dimensions);

  const { files } = options;
  const format = tieredVectorsFormat;
  const directory = await openIndexDirectory({ directory: options.directory, files, format, others });
  const context = { directory, shape, createKernels: () => createKernels() };
  const pieces = pieceReader(size, settings.cacheBytes);
  const scorer = createRecordScorer(createKernels(), shape);
  const queue = changeQueue();
  let state = await openTierState(context);
  let buffer = vectorBuffer(encoding, dimensions);
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
  const liveParts = rememberLast((of: TierState, dead: ChunkSet) =>
    of.files.map((file) => ({ file, live: subtractChunkSets(file.ids, dead) })),
  );
  const liveCold = rememberLast((of: TierState, dead: ChunkSet) =>
    of.cold.map((segment) => ({ segment, live: subtractChunkSets(segment.ids, dead) })),
  );
  const liveHot = rememberLast((of: TierState, dead: ChunkSet) => subtractChunkSets(of.hot, dead));
  const graphs = loadedGraph(context);
  const liveInGraph = rememberLast(intersectChunkSets);
  const liveOutside = rememberLast(subtractChunkSets);

  /** Lets go of what the next state has not. */
  async function replaceState(next: TierState): Promise<void> {
    const kept = new Set(openFiles(next));
    const gone = openFiles(state).filter((file) => !kept.has(file));
    state = next;
    graphs.keep(next.graph);
    for (const file of gone) {
      pieces.drop(file as VectorFile);
      await file.release();
    }
  }
  function hold(): { state: TierState; removed: ChunkSet; release(): Promise<void> } {
    const held = openFiles(state) as readonly (VectorFile | ColdSegment)[];
    for (const file of held) file.acquire();
    return {
      state,
      removed,
      async release() {
        for (const file of held) await file.release();
      },
    };
  }
  /** Brings the state up to the directory's manifest, where that has moved on. */
  async function catchUp(): Promise<void> {
    if (state.manifest === directory.manifest) return;
    const next = await openTierState(context, state);
    removed = intersectChunkSets(removed, next.held);
    await replaceState(next);
    buffer.remove(stored());
  }

  /** Makes durable what was added and removed, and merges the files that the plan names. */
  async function write(plan: typeof planMerge, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    assertOpen();
    await catchUp();
    const compact = plan === planCompaction;
    const isCompact = !compact || state.manifest.removed.size === 0;
    if (buffer.size === 0 && removed.size === 0 && isCompact) return;
    const change = { ...context, blockBytes, state, buffer, forgotten: forgotten(), plan, compact, signal };
    const next = await writeTierState(change);
    buffer = vectorBuffer(encoding, dimensions);
    removed = emptyChunkSet;
    await replaceState(next);
  }

  function install(change: MaintenanceChange, fits: (kept: ChunkSet) => boolean): Promise<void> {
    return queue.change(async () => {
      try {
        assertOpen();
        await catchUp();
        if (!fits(stored()) || !hasCold(state, change.drop)) throw abandoned;
        const ids = change.add.reduce((all, file) => uniteChunkSets(all, file.ids), emptyChunkSet);
        const dead = subtractChunkSets(ids, state.held);
        const drop = change.drop.filter((name) => state.manifest.files.some((file) => file.name === name));
        await directory.commit({
          add: change.add,
          drop,
          removed: uniteChunkSets(state.manifest.removed, dead),
        });
      } catch (error) {
        for (const segment of change.cold) await segment.release();
        await directory.discard(change.add).catch(() => {});
        if (error !== abandoned) throw error;
        return;
      }
      const cold = [...state.cold.filter(({ name }) => !change.drop.includes(name)), ...change.cold];
      const next = describeState(directory, state.files, cold);
      if (change.graph && next.graph) graphs.set(next.graph, change.graph);
      await replaceState(next);
    });
  }
  const maintenance = createMaintenance(
    { hold, install, graphIsDamaged: ({ graph }) => graphs.isDamaged(graph), pacer },
    {
      ...context,
      limits: { capacity: settings.hot.capacity, scanned: Math.floor(settings.hot.scanBytes / size) },
      blockBytes,
      graph: settings.hot,
      profile: settings.cold.profile,
      recall: settings.cold.recall,
      trainingBytes: settings.trainingBytes,
    },
  );

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
      if (filter !== undefined) checkChunkSet(filter, 'The option filter');
      // Every score would be 0.
      if (limit === 0 || query.every((value) => value === 0)) return [];
      // All of these are taken before the first wait: they belong together.
      const { state: searched, release } = hold();
      try {
        const dead = forgotten();
        const hot = liveHot(searched, dead);
        // Where all can be scanned, there is no use in reading it.
        const graph = hot.size * size > settings.hot.scanBytes ? graphs.get(searched.graph) : undefined;
        const live = graph && searched.graph ? liveInGraph(hot, searched.graph.graph.ids) : emptyChunkSet;
        const found = {
          shape,
          scorer,
          pieces,
          buffer,
          parts: liveParts(searched, dead),
          cold: liveCold(searched, dead),
          graph: graph && { graph, live, ef: settings.hot.efSearch },
          rest: liveOutside(hot, live),
          scanBytes: settings.hot.scanBytes,
        };
        return await searchTier(found, { query, limit, filter, pace: pacer(signal) });
      } finally {
        await release();
      }
    },
    async vectors(ids, vectorOptions) {
      vectorOptions?.signal?.throwIfAborted();
      assertOpen();
      const { state: read, release } = hold();
      try {
        const found = await readVectors(ids, shape, buffer, liveParts(read, forgotten()), vectorOptions?.signal);
        return ids.map((id) => found.get(id));
      } finally {
        await release();
      }
    },
    remove: (ids) =>
      queue.change(async () => {
        assertOpen();
        checkChunkSet(ids, 'What is to be removed');
        buffer.remove(ids);
        removed = uniteChunkSets(removed, intersectChunkSets(state.held, ids));
        maintenance.removed(ids);
      }),
    async flush() {
      await queue.change(() => write(planMerge));
      if (settings.background) maintenance.start();
    },
    async optimize(optimizeOptions) {
      await queue.change(() => write(planMerge));
      await maintenance.finish(optimizeOptions?.signal);
    },
    compact: (compactOptions) =>
      queue.change(async () => {
        await write(planCompaction, compactOptions?.signal);
        maintenance.compacted();
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
      bytes: state.manifest.files.reduce((sum, file) => sum + file.bytes, 0),
      segments: state.manifest.files.length,
      parts: partStats({
        hot: liveHot(state, forgotten()),
        graph: state.graph,
        cold: liveCold(state, forgotten()),
        buffered: buffer.size,
      }),
      failure: maintenance.failure,
    }),
    async close() {
      await maintenance.close();
      await queue.change(async () => {
        if (closed) return;
        closed = true;
        await graphs.close();
        for (const file of openFiles(state)) await file.release();
      });
    },
  };
}

/** Whether the state has all the cold segments among some names: a flush may have written one anew under another name. */
function hasCold({ cold }: TierState, names: readonly string[]): boolean {
  const isCold = (name: string) => name.endsWith(`.${extensions.cold}`);
  return names.every((name) => !isCold(name) || cold.some((segment) => segment.name === name));
}

/** Thrown and caught where a change is given up because what it was made of has changed meanwhile. */
const abandoned = new Error('The index has changed meanwhile.');
