import type { Cubo } from '@cubo/core';

/** How searches went. */
export interface SearchTimes {
  readonly perSecond: number;
  /** Milliseconds of the median search. */
  readonly p50: number;
  /** Milliseconds that 95 of 100 searches took at most. */
  readonly p95: number;
}

/** Makes searches, so many at a time, each as soon as another has ended. */
export async function repeatSearches(
  cubo: Cubo,
  { queries, concurrency }: { queries: readonly string[]; concurrency: number },
): Promise<SearchTimes> {
  const took: number[] = [];
  let next = 0;
  const started = performance.now();
  const client = async () => {
    for (let query = queries[next++]; query !== undefined; query = queries[next++]) {
      const asked = performance.now();
      await cubo.search(query);
      took.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: took.length / seconds, p50: percentile(took, 0.5), p95: percentile(took, 0.95) };
}

/** Makes a search each `intervalMilliseconds`, whether the one before has ended or not, until it is stopped. */
export function searchRegularly(
  cubo: Cubo,
  { queries, intervalMilliseconds }: { queries: readonly string[]; intervalMilliseconds: number },
): { stop(): Promise<readonly number[]> } {
  const took: number[] = [];
  const running: Promise<void>[] = [];
  const search = async (query: string) => {
    const started = performance.now();
    await cubo.search(query);
    took.push(performance.now() - started);
  };
  const timer = setInterval(() => {
    running.push(search(queries[running.length % queries.length] as string));
  }, intervalMilliseconds);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return took;
    },
  };
}

/** The value that a share of all values is not above; 0 where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
