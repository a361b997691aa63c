import { MessageChannel, Worker } from 'node:worker_threads';
import type { LentSources, MessagePeer, StartedThread } from '@cubo/ingest';
import { extractHeap } from './heap-limits.ts';
import { threadArguments } from './thread-arguments.ts';
import type { ExtractThreadData, ReadingSettings } from './thread-settings.ts';
import { threadUrl } from './thread-url.ts';

/** Starts threads that extract, from an ingest thread: with a line to it, and one to the host's thread. */
export function startExtractThread(options: {
  settings: ReadingSettings;
  hostPeer: MessagePeer;
  sources: LentSources;
}): StartedThread {
  const { settings, hostPeer, sources } = options;
  const own = new MessageChannel();
  const toHost = new MessageChannel();
  const { maximumBytes, yields, chunker, host } = settings;
  const workerData: ExtractThreadData = {
    port: own.port2,
    hostPort: toHost.port2,
    settings: { maximumBytes, yields, chunker, host },
  };
  hostPeer.tell('connect', toHost.port1, [toHost.port1]);
  const worker = new Worker(threadUrl('extract-thread') as URL, {
    workerData,
    transferList: [own.port2, toHost.port2],
    name: 'cubo-extract',
    ...threadArguments(),
    resourceLimits: extractHeap,
  });
  return { worker, port: own.port1, handlers: sources.handlers };
}
