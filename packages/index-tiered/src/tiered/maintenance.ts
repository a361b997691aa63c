import { type ChunkSet, emptyChunkSet, intersectChunkSets, subtractChunkSets, uniteChunkSets } from '@cubo/contracts';
import type { Pacer } from '../pacer.ts';
import { planMaintenance } from './plan-maintenance.ts';
import { type MaintenanceChange, type MaintenanceSettings, takeStep } from './take-step.ts';
import type { TierState } from './tier-state.ts';

/** The work of an index on itself. */
export interface Maintenance {
  /** What went wrong the last time, unless it has succeeded since. */
  readonly failure: Error | undefined;
  /** Begins what is due, unless it is at it already. */
  start(): void;
  /**
   * Does all that is due; throws what has gone wrong. When the signal is aborted, what nobody else wants is given up, and
   * is at rest when this throws.
   */
  finish(signal: AbortSignal | undefined): Promise<void>;
  /** Told of ids that are removed: what is being made of them must not bring them back. */
  removed(ids: ChunkSet): void;
  /** Told that nothing removed is to be left in any file: what is being made is given up if it has any of it. */
  compacted(): void;
  /** Gives up what is being made. */
  close(): Promise<void>;
}

/** What maintenance asks of the index. */
export interface MaintenanceHost {
  /** The state, whose files stay open until it is let go of; and what was removed from it, and is not flushed. */
  hold(): { state: TierState; removed: ChunkSet; release(): Promise<void> };
  /**
   * Commits a change, in turn with all others, unless it no longer fits what files hold by then that is not removed; its
   * segments are let go of then.
   */
  install(change: MaintenanceChange, fits: (stored: ChunkSet) => boolean): Promise<void>;
  /** Whether the graph of a state could not be read. */
  graphIsDamaged(state: TierState): boolean;
  pacer(signal: AbortSignal): Pacer;
}

/** Steps that are taken until none is due. */
interface Run {
  readonly stop: AbortController;
  /** Who wants it. It is given up when nobody does any more; what a flush has begun is wanted for ever. */
  users: number;
  readonly ended: Promise<void>;
}

/** Makes the maintenance of an index. */
export function createMaintenance(host: MaintenanceHost, settings: MaintenanceSettings): Maintenance {
  let closed = false;
  let running: Run | undefined;
  let removedMeanwhile: ChunkSet = emptyChunkSet;
  let isCompacted = false;
  let failure: Error | undefined;

  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { state, removed, release } = host.hold();
      try {
        const step = planMaintenance(state, settings.limits, { graphIsDamaged: host.graphIsDamaged(state) });
        if (step === undefined) return;
        removedMeanwhile = removed;
        isCompacted = false;
        const change = await takeStep(step, state, settings, host.pacer(signal), signal);
        // Removed, added anew and flushed: the vector that the change has may not be the one that is held now. One that is
        // not flushed yet is no reason to give up, and to do the same over and over until it is: its flush takes the old
        // one out, as out of any file.
        const ids = change.add.reduce((all, file) => uniteChunkSets(all, file.ids), emptyChunkSet);
        const isNew = (stored: ChunkSet) =>
          intersectChunkSets(intersectChunkSets(ids, removedMeanwhile), stored).size > 0;
        const isClean = (stored: ChunkSet) => !isCompacted || subtractChunkSets(ids, stored).size === 0;
        await host.install(change, (stored) => !isNew(stored) && isClean(stored));
      } finally {
        await release();
      }
    }
  }

  /** The run that is under way, unless it is being given up, or a new one behind it. */
  function begin(): Run {
    if (running !== undefined && !running.stop.signal.aborted) return running;
    const before = running?.ended.catch(() => {});
    const stop = new AbortController();
    const ended = (async () => {
      await before;
      try {
        await work(stop.signal);
        failure = undefined;
      } catch (error) {
        if (!stop.signal.aborted) failure = error instanceof Error ? error : new Error(String(error));
        throw error;
      }
    })().finally(() => {
      if (running === run) running = undefined;
    });
    const run: Run = { stop, users: 0, ended };
    running = run;
    // Whoever waits for it is told, and the others by the state of the index.
    ended.catch(() => {});
    return run;
  }

  return {
    get failure() {
      return failure;
    },
    start() {
      if (!closed) begin().users++;
    },
    async finish(signal) {
      signal?.throwIfAborted();
      if (closed) return;
      const run = begin();
      run.users++;
      const { promise: isLeft, resolve: leaveToOthers } = Promise.withResolvers<void>();
      const leave = () => {
        run.users--;
        if (run.users > 0) leaveToOthers();
        else run.stop.abort(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      try {
        await Promise.race([run.ended, isLeft]);
      } catch (error) {
        if (!closed) throw error;
      } finally {
        signal?.removeEventListener('abort', leave);
      }
      signal?.throwIfAborted();
    },
    removed(ids) {
      removedMeanwhile = uniteChunkSets(removedMeanwhile, ids);
    },
    compacted() {
      isCompacted = true;
    },
    async close() {
      closed = true;
      running?.stop.abort();
      await running?.ended.catch(() => {});
    },
  };
}
