import { createMessagePeer } from '@cubo/ingest';
import { searchHeap } from './heap-limits.ts';
import type { SearchThreadSettings } from './search-thread-settings.ts';
import { type ServedSearchParts, serveSearchParts } from './serve-search-parts.ts';
import { startThread } from './start-thread.ts';

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
  const { worker, port, ended } = startThread({ url, name: 'cubo-search', settings, heap: searchHeap });
  void ended.then(onEnd);
  const peer = createMessagePeer(port, serveSearchParts(parts));
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
        throw (await ended) ?? error;
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
