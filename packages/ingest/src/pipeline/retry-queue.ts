import { setTimeout } from 'node:timers/promises';
import type { CuboError, SkippedFile, Source } from '@cubo/contracts';
import { isPassingProblem } from './is-passing-problem.ts';

/** Seconds until a source is tried again, after the first failure, the second and so on. */
const defaultSeconds: readonly number[] = [1, 4, 15];

/** Sources that could not be read for a reason that may pass, and are tried again while others are read. */
export interface RetryQueue {
  /** Puts a source off; `undefined` when that would not help, or was tried often enough. */
  add(source: Source, problem: CuboError): { readonly attempts: number; readonly seconds: number } | undefined;
  /** Whether a source is tried again just now. */
  isRetry(source: Source): boolean;
  /** The sources, among them those whose time has come, and at the end those that are left. */
  merge(sources: AsyncIterable<Source | SkippedFile>): AsyncGenerator<Source | SkippedFile, void, undefined>;
}

/** Makes the queue of one ingest. */
export function createRetryQueue(options: {
  seconds?: readonly number[] | undefined;
  signal: AbortSignal | undefined;
}): RetryQueue {
  const { seconds: delays = defaultSeconds, signal } = options;
  const attempts = new Map<Source, number>();
  const waiting: { source: Source; due: number }[] = [];

  function takeDue(): Source | undefined {
    const place = waiting.findIndex(({ due }) => due <= performance.now());
    return place < 0 ? undefined : waiting.splice(place, 1)[0]?.source;
  }

  return {
    add(source, problem) {
      const tried = (attempts.get(source) ?? 0) + 1;
      const seconds = delays[tried - 1];
      if (seconds === undefined || !isPassingProblem(problem)) {
        attempts.delete(source);
        return undefined;
      }
      attempts.set(source, tried);
      waiting.push({ source, due: performance.now() + seconds * 1000 });
      return { attempts: tried, seconds };
    },
    isRetry: (source) => attempts.has(source),
    async *merge(sources) {
      for await (const source of sources) {
        for (let due = takeDue(); due !== undefined; due = takeDue()) yield due;
        yield source;
      }
      while (waiting.length > 0) {
        const soonest = Math.min(...waiting.map(({ due }) => due));
        await setTimeout(Math.max(0, soonest - performance.now()), undefined, { signal }).catch(() => {});
        signal?.throwIfAborted();
        const due = takeDue();
        if (due !== undefined) yield due;
      }
    },
  };
}
