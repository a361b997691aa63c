import type { MessagePort, Worker } from 'node:worker_threads';
import { type Chunk, CuboError } from '@cubo/contracts';
import { SourceProblem } from '../pipeline/source-problem.ts';
import { sourceTimeout } from '../sources/source-timeout.ts';
import type { ExtractedBatch } from './extracted-batch.ts';
import type { ExtractionTask } from './extraction-pool.ts';
import { createMessagePeer, type PeerHandler } from './message-peer.ts';

/** A thread that has been started, with the port to talk to it and what it may call here. */
export interface StartedThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly handlers: Readonly<Record<string, PeerHandler>>;
}

/** A thread that extracts one document at a time, and is watched meanwhile. */
export interface ExtractionThread {
  /**
   * Extracts a document. What ends the thread becomes a `SourceProblem` of the document; only a thread that has ended
   * before it was ready throws its own error, since then it is no document's fault.
   */
  extract(task: ExtractionTask, signal: AbortSignal): AsyncGenerator<ExtractedBatch<Chunk>, void, undefined>;
  /** Stops the clock, until the function is called that it gives. */
  hold(): () => void;
  isAlive(): boolean;
  close(): Promise<void>;
}

/** How long a thread may take to start: loading its modules is no document's fault. */
const startMilliseconds = 60_000;
/** How long a thread may take to stop when it is told to. */
const graceMilliseconds = 5000;

/** Watches over a thread. */
export function createExtractionThread(
  { worker, port, handlers }: StartedThread,
  { timeLimitMilliseconds }: { timeLimitMilliseconds: number },
): ExtractionThread {
  let ready = false;
  let alive = true;
  let failure: unknown;
  let timedOut = false;
  let timer: NodeJS.Timeout | undefined;
  let held = false;
  /** It was told to stop. */
  let stopping = false;

  const peer = createMessagePeer(port, {
    ...handlers,
    ready() {
      ready = true;
      watch();
    },
    beat: () => watch(),
  });
  worker.on('error', (error) => {
    failure = error;
  });
  const exit = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      alive = false;
      clearTimeout(timer);
      port.close();
      resolve();
    });
  });

  /** Starts the clock anew, if it runs. */
  function watch(): void {
    if (timer !== undefined && !held && !stopping) start(timeLimitMilliseconds);
  }

  function start(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timedOut = true;
      void worker.terminate();
    }, milliseconds);
  }

  function stopClock(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Why the thread is gone, as a problem of the document that it was at. */
  async function reason(uri: string): Promise<Error> {
    await exit;
    if (!ready) return failure instanceof Error ? failure : new Error('A thread that reads documents did not start.');
    return new SourceProblem(threadProblem(uri, { timedOut, failure, timeLimitMilliseconds }));
  }

  return {
    async *extract(task, signal) {
      const onAbort = () => {
        stopping = true;
        start(graceMilliseconds);
      };
      stopping = false;
      start(ready ? timeLimitMilliseconds : startMilliseconds);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        for await (const batch of peer.stream<ExtractedBatch<Chunk>>('extract', task.argument, { signal })) {
          watch();
          yield batch;
        }
      } catch (error) {
        signal.throwIfAborted();
        throw peer.isClosed() ? await reason(task.uri) : error;
      } finally {
        signal.removeEventListener('abort', onAbort);
        stopClock();
      }
    },
    hold() {
      held = true;
      stopClock();
      return () => {
        held = false;
        start(stopping ? graceMilliseconds : timeLimitMilliseconds);
      };
    },
    isAlive: () => alive && !peer.isClosed(),
    async close() {
      stopClock();
      peer.close();
      await worker.terminate();
    },
  };
}

function threadProblem(
  uri: string,
  { timedOut, failure, timeLimitMilliseconds }: { timedOut: boolean; failure: unknown; timeLimitMilliseconds: number },
): CuboError {
  if (timedOut) {
    return sourceTimeout(uri, timeLimitMilliseconds, 'Open it in the program it was made with and save it again.');
  }
  if ((failure as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new CuboError({
      code: 'CUBO_LIMIT_EXCEEDED',
      message: `Reading ${uri} took more memory than one document may take.`,
      remedy: 'Split the document, or save it in a simpler format.',
      path: uri,
    });
  }
  const why = failure instanceof Error ? ` (${failure.message})` : '';
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `Reading ${uri} broke off${why}.`,
    remedy: 'Open it in the program it was made with and save it again.',
    path: uri,
    cause: failure,
  });
}
