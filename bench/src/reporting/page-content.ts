import type { Judgement } from '../comparison/judge.ts';
import type { Chart } from './chart.ts';

/** Figures in rows; the first column names the row. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What a report shows of a benchmark. */
export interface PageContent {
  readonly charts: readonly Chart[];
  readonly tables: readonly Table[];
  readonly judgements: readonly Judgement[];
  /** What was left out, and why. */
  readonly remarks: readonly string[];
}
