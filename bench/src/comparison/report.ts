import type { BenchmarkResult } from '../benchmark.ts';
import type { Judgement, MeasuredSet } from './judge.ts';

/** What was measured of a set. */
export interface SetResult extends MeasuredSet {
  /** For people. */
  readonly lines: readonly string[];
  /** What could not be measured, and why. */
  readonly skipped: readonly string[];
}

/** Programs that Cubo is compared with. */
export interface ComparedPeers<Name extends string = string> {
  readonly versions: ReadonlyMap<Name, string>;
  /** Why others do not take part. */
  readonly missing: readonly string[];
}

const words = { true: 'reached', false: 'MISSED', undefined: 'unknown' };

/** What a comparison came to: versions, figures, requirements, and what was left out. */
export function comparisonReport(
  results: readonly SetResult[],
  peers: ComparedPeers,
  judgements: readonly Judgement[],
): BenchmarkResult {
  const versions = Object.fromEntries(peers.versions);
  const skipped = [...peers.missing, ...results.flatMap((set) => set.skipped.map((line) => `${set.name}: ${line}`))];
  return {
    json: {
      peers: versions,
      sets: Object.fromEntries(results.map(({ name, figures }) => [name, figures])),
      requirements: judgements,
      skipped,
    },
    lines: [
      ...Object.entries(versions).map(([name, version]) => `beside ${name} ${version}`),
      ...results.flatMap(({ name, lines }) => ['', name, ...lines]),
      '',
      ...judgements.map(
        ({ requirement, reached, measured }) =>
          `${words[String(reached) as keyof typeof words].padStart(12)}  ${requirement} (${measured})`,
      ),
      ...skipped.map((line) => `${'left out'.padStart(12)}  ${line}`),
    ],
  };
}
