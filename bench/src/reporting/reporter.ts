import { resolve } from 'node:path';
import type { BenchmarkResult } from '../benchmark.ts';
import type { CommandOutput } from '../command/index.ts';
import type { ReportArguments } from './report-arguments.ts';
import { assertReportFolder, writeReport } from './write-report.ts';

/** Where results go: to people, to programs, and to a page. */
export interface Reporter {
  /** Lines for people, as soon as there are some; with `--json` none. */
  tell(lines: readonly string[]): void;
  /** Lines for people that have not been told yet, or the JSON object, and the page where one is wanted. */
  finish(name: string, summary: string, result: BenchmarkResult): Promise<void>;
}

/**
 * Makes the reporter that some arguments ask for.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` when the folder for the page cannot take one
 */
export async function createReporter({ json, report }: ReportArguments, output: CommandOutput): Promise<Reporter> {
  const directory = report === undefined ? undefined : resolve(report);
  // Before anything is measured: that may take hours.
  if (directory !== undefined) await assertReportFolder(directory);
  function tell(lines: readonly string[]): void {
    if (json) return;
    for (const line of lines) output.result(line);
  }
  return {
    tell,
    async finish(name, summary, { json: result, lines, page }) {
      if (json) output.result(JSON.stringify(result));
      else tell(lines);
      if (directory === undefined) return;
      await writeReport(directory, { name, summary, result, page });
      output.message(`The page is ${resolve(directory, 'index.html')}.`);
    },
  };
}
