import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { LentSources, StartedThread } from '@cubo/ingest';
import { extractHeap } from './heap-limits.ts';
import { threadArguments } from './thread-arguments.ts';
import type { ExtractThreadData, ReadingSettings } from './thread-settings.ts';
import { threadUrl } from './thread-url.ts';

/** Starts threads that extract: with a line to the thread that starts them, and one to the host's thread. */
export function startExtractThread(options: {
  settings: ReadingSettings;
  /** Has the host's thread answer what is asked by this port. */
  connect(port: MessagePort): void;
  sources: LentSources;
}): StartedThread {
  const { settings, connect, sources } = options;
  const own = new MessageChannel();
  const toHost = new MessageChannel();
  const { maximumBytes, yields, chunker, host } = settings;
  const workerData: ExtractThreadData = {
    port: own.port2,
    hostPort: toHost.port2,
    settings: { maximumBytes, yields, chunker, host },
  };
  connect(toHost.port1);
  const worker = new Worker(threadUrl('extract-thread') as URL, {
    workerData,
    transferList: [own.port2, toHost.port2],
    name: 'cubo-extract',
    ...threadArguments(),
    resourceLimits: extractHeap,
  });
  return { worker, port: own.port1, handlers: sources.handlers };
}
