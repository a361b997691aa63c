import { type ChunkSet, emptyChunkSet, intersectChunkSets, uniteChunkSets } from '@cubo/contracts';
import type { Pacer } from '../pacer.ts';
import { planMaintenance } from './plan-maintenance.ts';
import { type MaintenanceChange, type MaintenanceSettings, takeStep } from './take-step.ts';
import type { TierState } from './tier-state.ts';

/** The work of an index on itself. */
export interface Maintenance {
  /** Begins what is due, unless it is at it already. */
  start(): void;
  /** Does all that is due; throws what has gone wrong. */
  finish(signal: AbortSignal | undefined): Promise<void>;
  /** Told of ids that are removed: what is being made of them must not bring them back. */
  removed(ids: ChunkSet): void;
  /** Gives up what is being made. */
  close(): Promise<void>;
}

/** What maintenance asks of the index. */
export interface MaintenanceHost {
  /** The state, whose files stay open until it is let go of; and what was removed from it, and is not flushed. */
  hold(): { state: TierState; removed: ChunkSet; release(): Promise<void> };
  /**
   * Commits a change, in turn with all others, unless it no longer fits what the index holds by then; its segments are
   * let go of then.
   */
  install(change: MaintenanceChange, fits: (covered: ChunkSet) => boolean): Promise<void>;
  /** Whether the graph of a state could not be read. */
  graphIsDamaged(state: TierState): boolean;
  pacer(signal: AbortSignal): Pacer;
}

/** Makes the maintenance of an index. */
export function createMaintenance(host: MaintenanceHost, settings: MaintenanceSettings): Maintenance {
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  let failure: unknown;
  let removedMeanwhile: ChunkSet = emptyChunkSet;

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      const { state, removed, release } = host.hold();
      try {
        const step = planMaintenance(state, settings.limits, { graphIsDamaged: host.graphIsDamaged(state) });
        if (step === undefined) return;
        removedMeanwhile = removed;
        const change = await takeStep(step, state, settings, host.pacer(stop.signal), stop.signal);
        // Removed and added anew: the vector that the change has may not be the one that is held now.
        const ids = change.add.reduce((all, file) => uniteChunkSets(all, file.ids), emptyChunkSet);
        const isNew = (covered: ChunkSet) =>
          intersectChunkSets(intersectChunkSets(ids, removedMeanwhile), covered).size > 0;
        await host.install(change, (covered) => !isNew(covered));
      } finally {
        await release();
      }
    }
  }

  function start(): void {
    if (stop.signal.aborted) return;
    running ??= work()
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => {
        running = undefined;
      });
  }
  return {
    start,
    async finish(signal) {
      signal?.throwIfAborted();
      failure = undefined;
      start();
      await (signal === undefined ? running : Promise.race([running, rejection(signal)]));
      if (failure !== undefined && !stop.signal.aborted) throw failure;
    },
    removed(ids) {
      removedMeanwhile = uniteChunkSets(removedMeanwhile, ids);
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
