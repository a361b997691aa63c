import type { MessagePort } from 'node:worker_threads';
import type { IngestEvent, Logger } from '@cubo/contracts';
import { createLentSources, createMessagePeer, type MessagePeer, type PeerHandler } from '@cubo/ingest';
import type { IngestRequest } from '../ingest/ingest-job.ts';
import type { MigrationStep } from '../migration/migration-event.ts';
import type { RunMigration } from '../migration/migration-slice.ts';
import { ingestHeap } from './heap-limits.ts';
import { lendInput } from './lend-input.ts';
import { type ServedParts, serveHostParts } from './serve-host-parts.ts';
import { startThread } from './start-thread.ts';
import type { IngestThreadSettings, JobRequest, LogMessage } from './thread-settings.ts';

/** An ingest thread, as the host's thread sees it. It does one job after the other. */
export interface IngestThreadHandle {
  /** Does a job; what ends the thread meanwhile is thrown. */
  run(request: IngestRequest, emit: (event: IngestEvent) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Makes vectors for a while; tells whether they are complete. */
  readonly migrate: RunMigration;
  isAlive(): boolean;
  close(): Promise<void>;
}

/** Starts an ingest thread. While it does nothing it does not keep the process alive. */
export function startIngestThread(options: {
  /** The file that the thread starts with. */
  url: URL;
  settings: IngestThreadSettings;
  parts: ServedParts;
  logger: Logger;
}): IngestThreadHandle {
  const { url, settings, parts, logger } = options;
  const { worker, port, ended } = startThread({ url, name: 'cubo-ingest', settings, heap: ingestHeap });
  const lent = createLentSources();
  let others: MessagePeer[] = [];
  /** What the thread may ask of the job that it does. */
  let ofJob: Record<'sources' | 'event', PeerHandler> | undefined;

  const peer: MessagePeer = createMessagePeer(port, {
    ...serveHostParts(parts, lent, () => peer),
    sources: (argument, signal) => ofJob?.sources(argument, signal),
    event: (argument, signal) => ofJob?.event(argument, signal),
    /** A thread that the ingest thread has started calls objects of the host's own too. */
    connect(port: MessagePort) {
      const borrowed = createLentSources();
      const other: MessagePeer = createMessagePeer(
        port,
        serveHostParts(parts, borrowed, () => other),
      );
      // The work of the ingest thread keeps the process alive, which waits for it.
      other.keepAlive(false);
      // Threads come and go while this one lives.
      others = [...others.filter((known) => !known.isClosed()), other];
    },
    log: ({ level, message }: LogMessage) => logger[level](message),
  });

  function keepAlive(on: boolean): void {
    if (on) worker.ref();
    else worker.unref();
    peer.keepAlive(on);
  }
  keepAlive(false);

  async function work<Result>(
    name: 'run' | 'migrate',
    request: JobRequest | undefined,
    answers: { sources?: PeerHandler; event(event: IngestEvent): Promise<void> },
    signal: AbortSignal,
  ): Promise<Result> {
    ofJob = {
      sources: answers.sources ?? (() => undefined),
      async event(event: IngestEvent) {
        // A reader that takes no more events does not keep the process alive.
        keepAlive(false);
        await answers.event(event);
        keepAlive(true);
      },
    };
    keepAlive(true);
    try {
      return await peer.call<Result>(name, request, { signal });
    } catch (error) {
      if (!peer.isClosed()) throw error;
      throw (await ended) ?? error;
    } finally {
      ofJob = undefined;
      keepAlive(false);
    }
  }

  return {
    async run({ input, job, passwords }, emit, signal) {
      const loans = lendInput(input, lent);
      const request: JobRequest = { job, passwords, hostSources: input.paths === undefined };
      const answers = {
        sources: (_: undefined, stop: AbortSignal) => loans.sources(stop),
        async event(event: IngestEvent) {
          if (event.type === 'file-finish') loans.end(event.source);
          await emit(event);
        },
      };
      try {
        await work('run', request, answers, signal);
      } finally {
        loans.endAll();
      }
    },
    migrate: (emit, signal) => work('migrate', undefined, { event: (event) => emit(event as MigrationStep) }, signal),
    isAlive: () => !peer.isClosed(),
    async close() {
      peer.close();
      for (const other of others) other.close();
      await worker.terminate();
    },
  };
}
