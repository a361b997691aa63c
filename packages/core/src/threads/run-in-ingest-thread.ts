import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { IngestEvent, Logger } from '@cubo/contracts';
import {
  createLentSources,
  createMessagePeer,
  type LentSources,
  type MessagePeer,
  type PeerHandler,
} from '@cubo/ingest';
import type { Library } from '@cubo/library';
import type { IngestRequest, RunIngest } from '../ingest/ingest-job.ts';
import { type ServedParts, serveHostParts } from './serve-host-parts.ts';
import type { HostParts, IngestThreadData, IngestThreadSettings, LogMessage } from './thread-settings.ts';

/**
 * Runs each job in a thread of its own, which opens the library itself and holds the writer lock. In this thread it
 * takes the turn to write, answers the calls of objects that are the host's own, and passes the events on.
 */
export function runInIngestThread(options: {
  /** The file that the thread starts with. */
  url: URL;
  library: Library;
  settings: Omit<IngestThreadSettings, 'path' | 'job' | 'host' | 'passwords'>;
  host: Omit<HostParts, 'sources'>;
  parts: ServedParts;
  logger: Logger;
}): RunIngest {
  const { url, library, settings, host, parts, logger } = options;

  async function run(
    { input, job, passwords }: IngestRequest,
    emit: (event: IngestEvent) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const thread = startThread(url, {
      ...settings,
      path: library.paths.root,
      job,
      passwords,
      host: { ...host, sources: input.paths === undefined },
    });
    const lent = createLentSources();
    const others: MessagePeer[] = [];
    const loans = new Map<string, (() => void)[]>();
    const handlers: Record<string, PeerHandler> = {
      ...serveHostParts(parts, lent, () => peer),
      sources: (_: undefined, stop) => lendAll(input, lent, loans, stop),
      async event(event: IngestEvent) {
        if (event.type === 'file-finish') endLoans(event.source);
        // A reader that takes no more events does not keep the process alive.
        thread.worker.unref();
        await emit(event);
        thread.worker.ref();
      },
      /** A thread that the ingest thread has started calls objects of the host's own too. */
      connect(port: MessagePort) {
        const borrowed = createLentSources();
        const other: MessagePeer = createMessagePeer(
          port,
          serveHostParts(parts, borrowed, () => other),
        );
        others.push(other);
      },
      log: ({ level, message }: LogMessage) => logger[level](message),
    };
    function endLoans(uri: string): void {
      for (const end of loans.get(uri) ?? []) end();
      loans.delete(uri);
    }
    let gone = false;
    const peer: MessagePeer = createMessagePeer(thread.port, handlers, () => {
      gone = true;
    });
    try {
      await peer.call('run', undefined, { signal });
    } catch (error) {
      throw gone ? ((await thread.failure()) ?? error) : error;
    } finally {
      peer.close();
      for (const other of others) other.close();
      await thread.worker.terminate();
    }
  }

  return (request, emit, signal) => library.turn(() => run(request, emit, signal), { signal });
}

function startThread(url: URL, settings: IngestThreadSettings) {
  const { port1: port, port2 } = new MessageChannel();
  const workerData: IngestThreadData = { port: port2, settings };
  const worker = new Worker(url, { workerData, transferList: [port2], name: 'cubo-ingest' });
  const failure = new Promise<unknown>((resolve) => {
    let failed: unknown;
    worker.on('error', (error) => {
      failed = error;
    });
    worker.once('exit', () => {
      // A thread that could not even start has not closed its port.
      port.close();
      resolve(failed);
    });
  });
  return {
    worker,
    port,
    /** What ended the thread, when it has ended by itself. */
    failure: () => failure,
  };
}

/** Lends the host's sources one by one; `loans` are by URI what ends them. */
async function* lendAll(
  input: IngestRequest['input'],
  lent: LentSources,
  loans: Map<string, (() => void)[]>,
  signal: AbortSignal,
) {
  for await (const source of input.sources({ signal })) {
    if (!('open' in source)) continue;
    const { message, end } = lent.lend(source);
    const others = loans.get(source.uri);
    if (others === undefined) loans.set(source.uri, [end]);
    else others.push(end);
    yield message;
  }
}
