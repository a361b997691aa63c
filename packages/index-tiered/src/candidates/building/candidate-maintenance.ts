import { type ChunkSet, emptyChunkSet, subtractChunkSets, uniteChunkSets, type VectorTier } from '@cubo/contracts';
import type { ChangeQueue, FileLayer, IndexFile } from '@cubo/library';
import type { Engine, EngineIndex } from '../engines/engine.ts';
import type { EngineDescription } from '../engines/load-engine.ts';
import { loadIndex } from '../engines/load-index.ts';
import type { LoadedCandidates } from '../loaded-candidates.ts';
import type { CandidateStore } from '../store/candidate-store.ts';
import { buildCandidates, type CandidateBuild } from './build-candidates.ts';
import { buildError } from './build-error.ts';
import { type BuildLimits, type BuildStep, planBuild } from './plan-build.ts';

/** What a library's index is made by. */
export interface CandidateMaintenanceSettings {
  readonly raw: VectorTier;
  readonly store: CandidateStore;
  readonly loaded: LoadedCandidates;
  readonly engine: Engine;
  readonly description: EngineDescription;
  readonly files: FileLayer;
  readonly queue: ChangeQueue;
  readonly limits: BuildLimits;
  readonly trainingBytes: number;
}

/** Makes the index of a library, and keeps it up to the vectors. */
export interface CandidateMaintenance {
  /** Begins what is due, unless it is at it already. */
  start(): void;
  /** Does all that is due; throws what has gone wrong. */
  finish(signal: AbortSignal | undefined): Promise<void>;
  /** Told of ids that are removed: their vectors may be other ones when they come back. */
  removed(ids: ChunkSet): void;
  /** Gives up what is being made, and begins nothing before a change is done. */
  pause(change: () => Promise<void>): Promise<void>;
  /** What went wrong the last time, until that succeeds. */
  failure(): Error | undefined;
  /** Gives up what is being made, and begins nothing any more. */
  close(): Promise<void>;
}

/** Makes the maintenance of a tier. */
export function candidateMaintenance(settings: CandidateMaintenanceSettings): CandidateMaintenance {
  const { raw, store, loaded, engine, description, queue, limits } = settings;
  const { mostBytes } = limits;
  let stop = new AbortController();
  let running: Promise<void> | undefined;
  let paused: Promise<void> | undefined;
  let closed = false;
  let failure: unknown;
  let removedMeanwhile: ChunkSet = emptyChunkSet;
  /** With so many vectors it could not be made or extended: too few to train it, or no room for one more. */
  const refusedWith = { make: 0, extend: 0 };

  /** What is to be done, and the index that there is, which is read for that. */
  async function plan(): Promise<Pick<CandidateBuild, 'ids' | 'base' | 'vectors'> | 'discard' | undefined> {
    const covered = raw.coverage();
    const candidates = await loaded.read();
    const files = store.files();
    const index = files && {
      known: store.known(),
      vectors: candidates?.index.size,
      bytes: files.index.bytes,
      trainedFor: candidates?.labels.trainedFor ?? 0,
    };
    const step: BuildStep | undefined = planBuild(covered, index, limits);
    if (step === undefined || step.type === 'discard') return step?.type;
    const vectors = covered.size;
    if (vectors < 2 * refusedWith[step.type]) return undefined;
    if (step.type === 'make') return { ids: covered, base: undefined, vectors };
    return { ids: step.ids, base: candidates && files && { ...candidates, files }, vectors };
  }

  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      removedMeanwhile = emptyChunkSet;
      const planned = await plan();
      if (planned === undefined) return;
      if (planned === 'discard') {
        await queue.change(() => store.discard());
        continue;
      }
      const build: CandidateBuild = { ...settings, ...planned, mostBytes };
      const made = await buildCandidates(build, signal);
      if (made === undefined || 'failure' in made) {
        // Another user of the vectors may have swept the index away.
        if (made?.failure.stage === 'load' && (await isGone(planned.base))) continue;
        const error = made && buildError(description, made.failure, planned.vectors);
        if (error !== undefined) throw error;
        refusedWith[planned.base ? 'extend' : 'make'] = planned.vectors;
        return;
      }
      await queue.change(async () => {
        try {
          signal.throwIfAborted();
          const before = planned.base ? store.known() : emptyChunkSet;
          const added = subtractChunkSets(planned.ids, removedMeanwhile);
          const dead = subtractChunkSets(made.files.index.ids, uniteChunkSets(before, added));
          const labels = { description, trainedFor: made.trainedFor, ids: made.labels };
          const candidates = { index: load(made.files.index, planned.vectors), labels };
          await store.replace(made.files, dead);
          loaded.set(made.files, candidates);
        } catch (error) {
          await store.abandon(made.files).catch(() => {});
          throw error;
        }
      });
    }
  }

  function load(file: IndexFile, vectors: number): EngineIndex {
    try {
      return loadIndex(engine, store.path(file), file.bytes);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw buildError(description, { stage: 'load', reason }, vectors) ?? error;
    }
  }

  async function isGone(base: CandidateBuild['base']): Promise<boolean> {
    await queue.change(() => store.refresh());
    return store.files()?.index.name !== base?.files.index.name;
  }

  function start(): void {
    if (running !== undefined || closed) return;
    const { signal } = stop;
    running = Promise.resolve(paused)
      .then(() => work(signal))
      .then(() => {
        if (!signal.aborted) failure = undefined;
      })
      .catch((error: unknown) => {
        if (!signal.aborted) failure = error;
      })
      .finally(() => {
        running = undefined;
      });
  }
  return {
    start,
    async finish(signal) {
      signal?.throwIfAborted();
      // What runs already may have looked before the last change.
      await unlessAborted(running, signal);
      failure = undefined;
      start();
      await unlessAborted(running, signal);
      if (failure !== undefined) throw failure;
    },
    removed(ids) {
      removedMeanwhile = uniteChunkSets(removedMeanwhile, ids);
    },
    async pause(change) {
      stop.abort();
      stop = new AbortController();
      const done = Promise.resolve(running).then(change);
      const mine = done.catch(() => {});
      paused = mine;
      try {
        await done;
      } finally {
        if (paused === mine) paused = undefined;
      }
    },
    failure() {
      if (failure === undefined || failure instanceof Error) return failure;
      return new Error(String(failure));
    },
    async close() {
      closed = true;
      stop.abort();
      await running;
    },
  };
}

async function unlessAborted(work: Promise<void> | undefined, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  const aborted = new AbortController();
  const rejection = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: aborted.signal });
  });
  try {
    await Promise.race([work, rejection]);
  } finally {
    aborted.abort();
  }
}
