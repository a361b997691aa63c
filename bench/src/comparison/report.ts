import type { BenchmarkResult, Figure } from '../benchmark.ts';
import { figureLines, figureTable, namedValues } from '../benchmark.ts';
import type { Chart } from '../reporting/index.ts';
import { type Judgement, type MeasuredSet, verdict } from './judge.ts';

/** What was measured of a set. */
export interface SetResult extends MeasuredSet {
  /** The same figures, for people. */
  readonly told: readonly Figure[];
  /** What could not be measured, and why. */
  readonly skipped: readonly string[];
}

/** Makes the result of a set from what was logged. */
export function setResult(
  { name, size }: { name: string; size: number },
  log: { readonly figures: readonly Figure[]; readonly skipped: readonly string[] },
): SetResult {
  return { name, size, figures: namedValues(log.figures), told: log.figures, skipped: log.skipped };
}

/** Programs that Cubo is compared with. */
export interface ComparedPeers<Name extends string = string> {
  readonly versions: ReadonlyMap<Name, string>;
  /** Why others do not take part. */
  readonly missing: readonly string[];
}

/** What a comparison came to. */
export interface Comparison {
  readonly results: readonly SetResult[];
  readonly peers: ComparedPeers;
  readonly judgements: readonly Judgement[];
  readonly charts: readonly Chart[];
}

/** Versions, figures, requirements, and what was left out. */
export function comparisonReport({ results, peers, judgements, charts }: Comparison): BenchmarkResult {
  const versions = Object.fromEntries(peers.versions);
  const skipped = [...peers.missing, ...results.flatMap((set) => set.skipped.map((line) => `${set.name}: ${line}`))];
  const beside = Object.entries(versions).map(([name, version]) => `beside ${name} ${version}`);
  return {
    json: {
      peers: versions,
      sets: Object.fromEntries(results.map(({ name, figures }) => [name, figures])),
      requirements: judgements,
      skipped,
    },
    lines: [
      ...beside,
      ...results.flatMap(({ name, told }) => ['', name, ...figureLines(told)]),
      '',
      ...judgementLines(judgements),
      ...skipped.map((line) => `${'left out'.padStart(judgementWidth)}  ${line}`),
    ],
    page: {
      charts,
      tables: results.map(({ name, told }) => figureTable([name, ...beside].join(', '), told)),
      judgements,
      remarks: skipped,
    },
  };
}

const judgementWidth = 16;

/** For people: a requirement a line. */
export function judgementLines(judgements: readonly Judgement[]): string[] {
  return judgements.map(
    (judgement) => `${verdict(judgement).padStart(judgementWidth)}  ${judgement.requirement} (${judgement.measured})`,
  );
}
