import type { CommandOutput } from './command/index.ts';
import type { PageContent, Table } from './reporting/index.ts';

/** A figure that a benchmark measured. */
export interface Figure {
  /** Name in the JSON output. */
  readonly name: string;
  readonly value: number;
  /** Unit and meaning, for people: `MB of text a second, ingested`. */
  readonly meaning: string;
  /** Digits behind the point, for people. Default 2. */
  readonly digits?: number | undefined;
}

/** What a benchmark came to. */
export interface BenchmarkResult {
  /** For programs: the fields beside the benchmark's name. */
  readonly json: Readonly<Record<string, unknown>>;
  /** For people. */
  readonly lines: readonly string[];
  /** For the page of a report. */
  readonly page: PageContent;
}

/** Figures as a result: a line each. */
export function figuresResult(figures: readonly Figure[]): BenchmarkResult {
  return {
    json: namedValues(figures),
    lines: figureLines(figures),
    page: { charts: [], tables: [figureTable('Figures', figures)], judgements: [], remarks: [] },
  };
}

/** The values of figures by their names. */
export function namedValues(figures: readonly Figure[]): Record<string, number> {
  return Object.fromEntries(figures.map(({ name, value }) => [name, value]));
}

/** For people: a figure a line. */
export function figureLines(figures: readonly Figure[]): string[] {
  return figures.map((figure) => `${shown(figure).padStart(12)}  ${figure.meaning}`);
}

/** Figures in a table of a page. */
export function figureTable(title: string, figures: readonly Figure[]): Table {
  const rows = figures.map((figure) => [figure.meaning, shown(figure)]);
  return { title, columns: ['', 'figure'], rows };
}

function shown({ value, digits = 2 }: Figure): string {
  return value.toFixed(digits);
}

/** What each file in `benchmarks/` exports under the name `benchmark`. */
export interface Benchmark {
  /** What it measures, in a line. */
  readonly summary: string;
  /**
   * Measures, and says on `output.message` what is going on. `args` are those behind the benchmark's name, without
   * those that say where results go.
   */
  run(args: readonly string[], output: CommandOutput): Promise<BenchmarkResult>;
}
