import { type Clock, describeThrown, isCuboError, type Logger, systemClock, unlessAborted } from '@cubo/contracts';
import { createBackOff } from './back-off.ts';
import type { ModelFailure, ModelKind, ModelState, ModelStatus } from './model-status.ts';

/** Where a model comes from, and how it is let go. */
export interface ModelSource<Model> {
  readonly kind: ModelKind;
  readonly id: string;
  load(): Promise<Model>;
  /** `undefined` where there is nothing to let go. */
  readonly unload: ((model: Model) => Promise<void>) | undefined;
}

/** How a request to a model ended: with an answer, before there was one, or with an error of the model. */
export type ModelOutcome = 'answered' | 'left' | { readonly error: unknown };

/** A request to a loaded model. While it lasts, the model stays loaded. */
export interface ModelLease<Model> {
  readonly model: Model;
  /** Ends the request; only the first call counts. */
  end(outcome: ModelOutcome): void;
}

/** How a model is asked. */
export interface ModelRequest {
  readonly signal?: AbortSignal | undefined;
  /** Try even while it is early after failures: for work that nobody waits for, and that was begun on purpose. */
  readonly insists?: boolean | undefined;
}

/** Keeps one model loaded as long as it is of use. */
export interface ModelHolder<Model> {
  /**
   * Loads the model unless it is loaded or being loaded. An abort ends the waiting, not the loading.
   *
   * @throws what the model throws, or has thrown while it is too early to try again: that tells how long it is
   */
  lease(request: ModelRequest): Promise<ModelLease<Model>>;
  /** Asks something of the model. An abort of the signal counts for nothing, any other error as its failure. */
  use<Result>(work: (model: Model) => Promise<Result>, request: ModelRequest): Promise<Result>;
  /** Lets the model go: now, or when the load or the last request has ended that is under way. That is not waited for. */
  unload(): Promise<void>;
  /** The same, for good. */
  close(): Promise<void>;
  /** Whether it is loaded, could be let go, and nothing is asked of it. */
  isIdle(): boolean;
  /** Whether it takes memory that could be given back. */
  isHeld(): boolean;
  status(): ModelStatus;
}

/** What holders have in common. */
export interface HolderSettings {
  readonly clock: Clock;
  readonly idleMilliseconds: number;
  readonly logger: Logger;
  /** Awaited before a model is loaded. */
  makeRoom(): Promise<void>;
}

/** Timers of the engine are no longer than this. */
const longestWait = 2 ** 31 - 1;

/** Makes the holder of a model, which is not loaded yet. */
export function createModelHolder<Model>(
  source: ModelSource<Model>,
  settings: HolderSettings & { onChange(status: ModelStatus): void },
): ModelHolder<Model> {
  const { clock, idleMilliseconds, logger, makeRoom, onChange } = settings;
  const schedule = clock.schedule?.bind(clock) ?? systemClock.schedule;
  const time = () => new Date(clock.now()).toISOString();
  const backOff = createBackOff(clock);
  let state: ModelState = 'unloaded';
  let since = time();
  let lastFailure: ModelFailure | undefined;
  let held: { readonly model: Model } | undefined;
  let loading: Promise<Model> | undefined;
  let unloading: Promise<void> | undefined;
  let requests = 0;
  /** Whether it is to go as soon as nothing is asked of it. */
  let isUnwanted = false;
  let isClosed = false;
  let cancelIdle = () => {};

  const status = (): ModelStatus => ({ kind: source.kind, id: source.id, state, since, requests, lastFailure });

  function become(next: ModelState): void {
    state = next;
    since = time();
    onChange(status());
  }

  function fail(error: unknown): void {
    backOff.failed(error);
    const code = isCuboError(error) ? error.code : undefined;
    lastFailure = { ...(code && { code }), message: describeThrown(error), at: time() };
    become('failed');
  }

  async function load(): Promise<Model> {
    try {
      await unloading;
      become('loading');
      await makeRoom();
      const model = await source.load();
      held = { model };
      become('ready');
      return model;
    } catch (error) {
      isUnwanted = false;
      fail(error);
      throw error;
    } finally {
      loading = undefined;
      rest();
    }
  }

  function startLoading(): Promise<Model> {
    const started = load();
    // All who waited may have left.
    started.catch(() => {});
    return started;
  }

  /** What follows when a request or a load has ended. */
  function rest(): void {
    if (requests > 0 || held === undefined || source.unload === undefined) return;
    cancelIdle();
    if (isUnwanted || isClosed) void letGo();
    else if (idleMilliseconds <= longestWait) cancelIdle = schedule(idleMilliseconds, () => void letGo());
  }

  async function letGo(): Promise<void> {
    cancelIdle();
    if (held !== undefined && requests === 0 && source.unload !== undefined) {
      const { model } = held;
      held = undefined;
      isUnwanted = false;
      unloading = unloadNow(model, source.unload);
    }
    await unloading;
  }

  async function unloadNow(model: Model, unload: (model: Model) => Promise<void>): Promise<void> {
    try {
      await unload(model);
    } catch (error) {
      // It is not used any more in any case.
      logger.warn(`The ${source.kind} ${source.id} could not be unloaded: ${describeThrown(error)}`);
    } finally {
      unloading = undefined;
      become('unloaded');
    }
  }

  async function unload(): Promise<void> {
    if (requests > 0 || loading !== undefined) isUnwanted = true;
    else await letGo();
  }

  async function lease({ signal, insists = false }: ModelRequest): Promise<ModelLease<Model>> {
    signal?.throwIfAborted();
    if (!insists) backOff.assertDue();
    const failuresBefore = backOff.failures();
    cancelIdle();
    requests++;
    let isOver = false;
    const end = (outcome: ModelOutcome) => {
      if (isOver) return;
      isOver = true;
      requests--;
      if (outcome === 'answered') {
        backOff.answered();
        if (state === 'failed') become('ready');
      } else if (outcome !== 'left' && backOff.failures() === failuresBefore) {
        // Requests that fail together are one failure.
        fail(outcome.error);
      }
      rest();
    };
    try {
      if (held === undefined) loading ??= startLoading();
      const model = held === undefined ? await unlessAborted(loading as Promise<Model>, signal) : held.model;
      return { model, end };
    } catch (error) {
      end('left');
      throw error;
    }
  }

  return {
    lease,
    async use(work, request) {
      const { model, end } = await lease(request);
      try {
        const result = await work(model);
        end('answered');
        return result;
      } catch (error) {
        end(request.signal?.aborted ? 'left' : { error });
        throw error;
      }
    },
    unload,
    async close() {
      isClosed = true;
      await unload();
    },
    isIdle: () => held !== undefined && requests === 0 && source.unload !== undefined,
    isHeld: () => held !== undefined && source.unload !== undefined,
    status,
  };
}
