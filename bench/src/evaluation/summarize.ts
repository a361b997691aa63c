import type { MeasuredSet } from '../comparison/judge.ts';
import type { SetEvaluation } from './evaluate-set.ts';
import { allSets } from './evaluation-targets.ts';

/** What hybrid search gains over the better single list of each set, in nDCG@10. */
export interface OverallGain {
  /** Sets that count. */
  readonly sets: number;
  /** The mean over the sets, each counting the same. */
  readonly mean: number;
  /** The least gain, and the set with it. */
  readonly worst: number;
  readonly worstSet: string;
}

type Evaluations = Readonly<Record<string, SetEvaluation>>;

/** Sets for learning say nothing about how good what was learnt is. */
export function countingSets(evaluations: Evaluations): [name: string, evaluation: SetEvaluation][] {
  return Object.entries(evaluations).filter(([name]) => !name.endsWith('-train'));
}

/** What a set's hybrid search gains over its better list. */
export function gainOverBetter({ gains, better }: SetEvaluation): number {
  return gains[better].mean;
}

/** The gain over all sets; nothing where none counts. */
export function overallGain(evaluations: Evaluations): OverallGain | undefined {
  const gains = countingSets(evaluations).map(([name, evaluation]) => ({ name, gain: gainOverBetter(evaluation) }));
  const [worst] = gains.toSorted((a, b) => a.gain - b.gain);
  if (worst === undefined) return undefined;
  const mean = gains.reduce((sum, { gain }) => sum + gain, 0) / gains.length;
  return { sets: gains.length, mean, worst: worst.gain, worstSet: worst.name };
}

/** The figures that requirements are about. */
export function judgedFigures(evaluations: Evaluations): MeasuredSet[] {
  const sets = Object.entries(evaluations).map(([name, evaluation]) => ({
    name,
    size: evaluation.queries,
    figures: {
      bm25: rounded(evaluation.bm25.ndcg10),
      hybrid: rounded(evaluation.hybrid.ndcg10),
      overBm25: rounded(evaluation.gains.bm25.mean),
      overBetter: rounded(gainOverBetter(evaluation)),
    },
  }));
  const overall = overallGain(evaluations);
  if (overall === undefined) return sets;
  const figures = { meanGain: rounded(overall.mean), worstGain: rounded(overall.worst) };
  return [...sets, { name: allSets, size: overall.sets, figures }];
}

/** Without the last digits, which depend on the order of a sum. */
function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
