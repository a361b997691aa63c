import { Worker } from 'node:worker_threads';

/** What a thread answers with: one answer for each request, in order. */
export type ThreadAnswer<Result> =
  | {
      readonly result: Result;
      /** Whether the thread holds so much memory that it had better be replaced. */
      readonly worn?: boolean | undefined;
    }
  | {
      readonly error: string;
      /** Whether nothing more can be expected of the thread. */
      readonly worn?: boolean | undefined;
    };

/** How a request to a thread ended badly. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  /** Whether it took too long. */
  readonly isTimeout: boolean;

  constructor(message: string, options: { isTimeout?: boolean } = {}) {
    super(message);
    this.isTimeout = options.isTimeout ?? false;
  }
}

/** Threads that each do one thing at a time. */
export interface ThreadPool<Request, Result> {
  /**
   * Has a thread answer, as soon as one is free, in the order of the calls.
   *
   * @throws ThreadError when the thread reports an error, crashes, or takes too long; it is replaced then
   */
  run(request: Request, options?: ThreadRunOptions): Promise<Result>;
  /** Ends the threads; what they were doing and what waits fails with `reason`. */
  close(reason: Error): Promise<void>;
}

interface ThreadRunOptions {
  /** Ends the work: a thread that is at it is ended too, since nothing else interrupts it. */
  readonly signal?: AbortSignal | undefined;
}

interface Job<Request, Result> {
  readonly request: Request;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** What a thread does now, and what ends it when it has nothing to do. */
interface Seat<Request, Result> {
  readonly worker: Worker;
  job: Job<Request, Result> | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Makes a pool. Threads start when there is work, and end when there was none for a while; an idle one does not keep the
 * process alive. A thread that crashes, hangs or is aborted is ended, and another takes its place.
 */
export function createThreadPool<Request, Result>(options: {
  url: URL;
  name: string;
  size: number;
  timeLimitMilliseconds: number;
  idleMilliseconds: number;
}): ThreadPool<Request, Result> {
  const { url, name, size, timeLimitMilliseconds, idleMilliseconds } = options;
  const seats = new Set<Seat<Request, Result>>();
  const queue: Job<Request, Result>[] = [];
  let closed: Error | undefined;

  function dispatch(): void {
    while (queue.length > 0) {
      const seat = [...seats].find(({ job }) => job === undefined) ?? (seats.size < size ? start() : undefined);
      if (seat === undefined) return;
      give(seat, queue.shift() as Job<Request, Result>);
    }
  }

  function start(): Seat<Request, Result> {
    // What is printed there must not end up in the host's output; reading it would keep the process alive. Options that
    // the host's process was started with, such as --input-type, are not meant for the thread.
    const worker = new Worker(url, { name, stdout: true, stderr: true, execArgv: [] });
    const seat: Seat<Request, Result> = { worker, job: undefined, timer: undefined };
    seats.add(seat);
    worker.on('message', (answer: ThreadAnswer<Result>) => finish(seat, answer));
    worker.on('error', (error) => drop(seat, new ThreadError(`its thread crashed: ${messageOf(error)}`)));
    worker.on('exit', () => drop(seat, new ThreadError('its thread ended')));
    return seat;
  }

  function give(seat: Seat<Request, Result>, job: Job<Request, Result>): void {
    clearTimeout(seat.timer);
    seat.job = job;
    seat.worker.ref();
    seat.timer = setTimeout(() => {
      drop(seat, new ThreadError(`it took longer than ${timeLimitMilliseconds / 1000} seconds`, { isTimeout: true }));
    }, timeLimitMilliseconds);
    try {
      seat.worker.postMessage(job.request);
    } catch (error) {
      drop(seat, new ThreadError(messageOf(error)));
    }
  }

  function finish(seat: Seat<Request, Result>, answer: ThreadAnswer<Result>): void {
    const { job } = seat;
    if (job === undefined) return;
    clearTimeout(seat.timer);
    seat.job = undefined;
    if ('error' in answer) job.reject(new ThreadError(answer.error));
    else job.resolve(answer.result);
    if (answer.worn) drop(seat, new ThreadError('its thread was replaced'));
    else rest(seat);
    dispatch();
  }

  function rest(seat: Seat<Request, Result>): void {
    seat.worker.unref();
    seat.timer = setTimeout(() => drop(seat, new ThreadError('its thread was idle')), idleMilliseconds);
    seat.timer.unref();
  }

  /** Ends a thread, whatever it is doing. */
  function drop(seat: Seat<Request, Result>, error: unknown): void {
    if (!seats.delete(seat)) return;
    clearTimeout(seat.timer);
    void seat.worker.terminate();
    seat.job?.reject(error);
    seat.job = undefined;
    dispatch();
  }

  return {
    run(request, { signal } = {}) {
      return new Promise<Result>((resolve, reject) => {
        if (closed !== undefined || signal?.aborted) {
          reject(closed ?? signal?.reason);
          return;
        }
        const onAbort = () => {
          const place = queue.indexOf(job);
          if (place >= 0) queue.splice(place, 1);
          job.reject(signal?.reason);
          const seat = [...seats].find((candidate) => candidate.job === job);
          if (seat !== undefined) drop(seat, signal?.reason);
        };
        const settled = () => signal?.removeEventListener('abort', onAbort);
        const job: Job<Request, Result> = {
          request,
          resolve(result) {
            settled();
            resolve(result);
          },
          reject(error) {
            settled();
            reject(error);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        queue.push(job);
        dispatch();
      });
    },
    async close(reason) {
      closed ??= reason;
      for (const job of queue.splice(0)) job.reject(reason);
      const ended = [...seats].map(({ worker }) => new Promise((resolve) => worker.once('exit', resolve)));
      for (const seat of seats) drop(seat, reason);
      await Promise.all(ended);
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
