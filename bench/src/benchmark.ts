import type { CommandOutput } from './command/index.ts';

/** A figure that a benchmark measured. */
export interface Figure {
  /** Name in the JSON output. */
  readonly name: string;
  readonly value: number;
  /** Unit and meaning, for people: `MB of text a second, ingested`. */
  readonly meaning: string;
}

/** What each file in `benchmarks/` exports under the name `benchmark`. */
export interface Benchmark {
  /** What it measures, in a line. */
  readonly summary: string;
  /**
   * Measures, and says on `output.message` what is going on. `args` are those behind the benchmark's name, without
   * `--json`.
   */
  run(args: readonly string[], output: CommandOutput): Promise<Figure[]>;
}
