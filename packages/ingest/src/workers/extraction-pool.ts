import type { Chunk } from '@cubo/contracts';
import type { ExtractedBatch } from './extracted-batch.ts';
import { createExtractionThread, type ExtractionThread, type StartedThread } from './extraction-thread.ts';

/** Something that a thread of a pool extracts: an argument of its handler `extract`. */
export interface ExtractionTask {
  /** URI of the source. */
  readonly uri: string;
  readonly argument: unknown;
  /** Called when the thread has ended with it, or nobody wants it any more. */
  readonly onEnd?: (() => void) | undefined;
}

/** A document that is being extracted in another thread, ahead of those who want its chunks. */
export interface Extraction {
  /** What comes of it, in order; to be read once. A signal that is aborted stops it. */
  batches(signal?: AbortSignal): AsyncGenerator<ExtractedBatch<Chunk>, void, undefined>;
  /** Stops it, if nobody has begun to read it. */
  cancel(): void;
}

/**
 * Threads that extract and cut documents, one each at a time. A thread that runs out of memory, crashes or does not get
 * on is ended and replaced, and only the document that it was at has failed.
 */
export interface ExtractionPool {
  /** Extracts a document as soon as a thread is free, in the order of the calls, or when its batches are read. */
  begin(task: ExtractionTask): Extraction;
  /**
   * Extracts a document that is wanted now, before all others: if need be in a thread more, since the threads that there
   * are may be waiting for readers of theirs.
   */
  beginNow(task: ExtractionTask): Extraction;
  /** Ends the threads that have nothing to do; others start when there is work again. */
  rest(): Promise<void>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Batches that may lie here before anybody reads them, for each document. */
const window = 4;

interface Entry {
  readonly task: ExtractionTask;
  /** Somebody waits for it. */
  urgent: boolean;
  readonly abort: AbortController;
  readonly batches: ExtractedBatch<Chunk>[];
  ended: { error?: unknown } | undefined;
  /** Tells the reader that there is something new. */
  news(): void;
  /** Tells the work that there is room again. */
  room(): void;
}

/** Makes a pool; its threads start when there is work for them. */
export function createExtractionPool(options: {
  size: number;
  start: () => StartedThread;
  /** How long a thread may work without getting on. */
  timeLimitMilliseconds: number;
}): ExtractionPool {
  const { size, start, timeLimitMilliseconds } = options;
  const threads = new Set<ExtractionThread>();
  const idle: ExtractionThread[] = [];
  const queue: Entry[] = [];
  let closed = false;

  function dispatch(): void {
    while (queue.length > 0 && !closed) {
      const room = queue[0]?.urgent ? size + 1 : size;
      const thread = idle.pop() ?? (threads.size < room ? grow() : undefined);
      if (thread === undefined) return;
      void work(thread, queue.shift() as Entry);
    }
  }

  function grow(): ExtractionThread {
    const thread = createExtractionThread(start(), { timeLimitMilliseconds });
    threads.add(thread);
    return thread;
  }

  async function work(thread: ExtractionThread, entry: Entry): Promise<void> {
    const { signal } = entry.abort;
    try {
      for await (const batch of thread.extract(entry.task, signal)) {
        entry.batches.push(batch);
        entry.news();
        if (entry.batches.length < window || signal.aborted) continue;
        // Waiting for its reader is no fault of the thread's.
        const proceed = thread.hold();
        await new Promise<void>((resolve) => {
          entry.room = resolve;
        });
        proceed();
      }
      entry.ended = {};
    } catch (error) {
      entry.ended = { error };
    }
    entry.news();
    entry.task.onEnd?.();
    if (thread.isAlive() && threads.size <= size) idle.push(thread);
    else {
      threads.delete(thread);
      void thread.close();
    }
    dispatch();
  }

  function stop(entry: Entry): void {
    entry.abort.abort();
    entry.room();
    const place = queue.indexOf(entry);
    if (place < 0) return;
    queue.splice(place, 1);
    entry.task.onEnd?.();
  }

  /** What is waited for must not itself wait for threads that wait for their readers. */
  function hurry(entry: Entry): void {
    const place = queue.indexOf(entry);
    if (place < 0) return;
    queue.splice(place, 1);
    entry.urgent = true;
    queue.unshift(entry);
    dispatch();
  }

  async function* read(entry: Entry, signal?: AbortSignal): AsyncGenerator<ExtractedBatch<Chunk>, void, undefined> {
    const onAbort = () => entry.news();
    signal?.addEventListener('abort', onAbort, { once: true });
    hurry(entry);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const batch = entry.batches.shift();
        if (batch !== undefined) {
          entry.room();
          yield batch;
        } else if (entry.ended === undefined) {
          await new Promise<void>((resolve) => {
            entry.news = resolve;
          });
        } else if ('error' in entry.ended) throw entry.ended.error;
        else return;
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      if (entry.ended === undefined) stop(entry);
    }
  }

  function begin(task: ExtractionTask, urgent: boolean): Extraction {
    const abort = new AbortController();
    const entry: Entry = { task, urgent, abort, batches: [], ended: undefined, news() {}, room() {} };
    if (urgent) queue.unshift(entry);
    else queue.push(entry);
    dispatch();
    return { batches: (signal) => read(entry, signal), cancel: () => stop(entry) };
  }

  return {
    begin: (task) => begin(task, false),
    beginNow: (task) => begin(task, true),
    async rest() {
      const resting = idle.splice(0);
      for (const thread of resting) threads.delete(thread);
      await Promise.all(resting.map((thread) => thread.close()));
    },
    async close() {
      closed = true;
      queue.length = 0;
      await Promise.all([...threads].map((thread) => thread.close()));
    },
  };
}
