import { MessageChannel, Worker } from 'node:worker_threads';
import { createMessagePeer } from '@cubo/ingest';
import { searchHeap } from './heap-limits.ts';
import type { SearchThreadData, SearchThreadSettings } from './search-thread-settings.ts';
import { type ServedSearchParts, serveSearchParts } from './serve-search-parts.ts';
import { threadArguments } from './thread-arguments.ts';

/** A search thread, as the host's thread sees it. */
export interface SearchThreadHandle {
  /** Calls that are under way. */
  readonly running: number;
  /** Calls one of its functions; what ends the thread meanwhile is thrown. */
  call<Result>(name: string, argument: unknown, signal: AbortSignal | undefined): Promise<Result>;
  isAlive(): boolean;
  close(): Promise<void>;
}

/** Starts a search thread. While it does nothing it does not keep the process alive. */
export function startSearchThread(options: {
  /** The file that the thread starts with. */
  url: URL;
  settings: SearchThreadSettings;
  parts: ServedSearchParts;
  /** Hears when the thread has ended. */
  onEnd(): void;
}): SearchThreadHandle {
  const { url, settings, parts, onEnd } = options;
  const { port1, port2 } = new MessageChannel();
  const workerData: SearchThreadData = { port: port2, settings };
  const worker = new Worker(url, {
    workerData,
    transferList: [port2],
    name: 'cubo-search',
    ...threadArguments(),
    resourceLimits: searchHeap,
  });
  let failure: unknown;
  const exit = new Promise<void>((resolve) => {
    worker.on('error', (error) => {
      failure = error;
    });
    worker.once('exit', () => {
      // A thread that could not even start has not closed its port.
      port1.close();
      resolve();
      onEnd();
    });
  });
  const peer = createMessagePeer(port1, serveSearchParts(parts));
  let running = 0;

  function keepAlive(on: boolean): void {
    if (on) worker.ref();
    else worker.unref();
    peer.keepAlive(on);
  }
  keepAlive(false);

  return {
    get running() {
      return running;
    },
    async call<Result>(name: string, argument: unknown, signal: AbortSignal | undefined) {
      if (running++ === 0) keepAlive(true);
      try {
        return await peer.call<Result>(name, argument, { signal });
      } catch (error) {
        if (!peer.isClosed()) throw error;
        await exit;
        throw failure ?? error;
      } finally {
        if (--running === 0) keepAlive(false);
      }
    },
    isAlive: () => !peer.isClosed(),
    async close() {
      peer.close();
      await worker.terminate();
    },
  };
}
