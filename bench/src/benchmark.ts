import type { CommandOutput } from './command/index.ts';

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
}

/** Figures as a result: a line each. */
export function figuresResult(figures: readonly Figure[]): BenchmarkResult {
  return {
    json: Object.fromEntries(figures.map(({ name, value }) => [name, value])),
    lines: figures.map(({ value, meaning, digits = 2 }) => `${value.toFixed(digits).padStart(12)}  ${meaning}`),
  };
}

/** What each file in `benchmarks/` exports under the name `benchmark`. */
export interface Benchmark {
  /** What it measures, in a line. */
  readonly summary: string;
  /**
   * Measures, and says on `output.message` what is going on. `args` are those behind the benchmark's name, without
   * `--json`.
   */
  run(args: readonly string[], output: CommandOutput): Promise<BenchmarkResult>;
}
