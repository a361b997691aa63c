/** What one pass over the queries came to. */
export interface Round {
  /** For each query. */
  readonly milliseconds: readonly number[];
  /** Processor time of the process, for all queries together. */
  readonly cpuMilliseconds: number;
  /** For each query what was found, best first. */
  readonly ids: readonly (readonly number[])[];
}

/** The share of the first `limit` true neighbours that are among the first `limit` found, over all queries. */
export function recallAt(limit: number, found: Round['ids'], truth: Round['ids']): number {
  let wanted = 0;
  let hits = 0;
  for (const [q, ids] of found.entries()) {
    const near = new Set(truth[q]?.slice(0, limit));
    wanted += near.size;
    for (const id of ids.slice(0, limit)) if (near.delete(id)) hits++;
  }
  return wanted === 0 ? 1 : hits / wanted;
}

/** The value below which a share of the values lie, 0 to 1; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The value in the middle, or the mean of the two there; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** What takes part in a contest. */
export interface Contestant {
  readonly name: string;
  /** Goes through the queries once. */
  run(): Promise<Round>;
}

/** What all rounds of a contestant came to. */
export interface Outcome {
  /** Milliseconds of a search, over all rounds. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of processor time of a search, of all threads. */
  readonly cpu: number;
  /** The median of each round. */
  readonly medians: readonly number[];
  /** What was found, in the last round. */
  readonly ids: Round['ids'];
}

/**
 * Lets everyone go through the queries in turn, so that what else the computer does meets all alike: once to warm up,
 * then in `rounds` rounds that count. Who fails is left out, and `failed` is told why.
 */
export async function contest(
  contestants: readonly Contestant[],
  rounds: number,
  failed: (name: string, reason: string) => void,
): Promise<Map<string, Outcome>> {
  const taken = new Map<string, Round[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, run } of contestants) {
      const all = taken.get(name);
      if (all === undefined) continue;
      try {
        const one = await run();
        if (round > 0) all.push(one);
      } catch (error) {
        taken.delete(name);
        failed(name, (error as Error).message);
      }
    }
  }
  return new Map([...taken].map(([name, all]) => [name, outcome(all)]));
}

function outcome(rounds: readonly Round[]): Outcome {
  const milliseconds = rounds.flatMap((round) => round.milliseconds);
  const cpu = rounds.reduce((sum, { cpuMilliseconds }) => sum + cpuMilliseconds, 0);
  return {
    p50: median(milliseconds),
    p99: quantile(milliseconds, 0.99),
    cpu: cpu / milliseconds.length,
    medians: rounds.map((round) => median(round.milliseconds)),
    ids: rounds.at(-1)?.ids ?? [],
  };
}

/** How many times as long as another one took: the median of what it was in each round. */
export function timesAsLong(one: Outcome, other: Outcome): number {
  return median(one.medians.map((value, round) => value / (other.medians[round] as number)));
}
