import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CuboError } from '@cubo/contracts';
import { thisEnvironment } from './environment.ts';
import { generator, renderPage } from './page.ts';
import { drawChart } from './plots/draw-chart.ts';
import { standaloneSvg } from './plots/svg.ts';
import { readResults, type SavedResult, saveResult } from './saved-result.ts';

const pageFile = 'index.html';

/** What a report adds to what it is told of a benchmark. */
export type MeasuredResult = Pick<SavedResult, 'name' | 'summary' | 'result' | 'page'>;

/**
 * Keeps the results of a benchmark in a folder, and makes there a page of all that it holds: `index.html`, beside it
 * the results as `<benchmark>.json` and the plots as `<benchmark>-<plot>.svg`.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` for results in another form, and for a page of somebody else
 */
export async function writeReport(directory: string, measured: MeasuredResult): Promise<void> {
  await assertReportFolder(directory);
  await mkdir(directory, { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  await saveResult(directory, { ...measured, measured: day, environment: thisEnvironment() });
  const results = await readResults(directory);
  await writeFile(join(directory, pageFile), renderPage(results));
  await writePlots(directory, results.find(({ name }) => name === measured.name) as SavedResult, results);
}

/**
 * Sees, before anything is measured, that a folder can take a report.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID`
 */
export async function assertReportFolder(directory: string): Promise<void> {
  await readResults(directory);
  const page = join(directory, pageFile);
  if (!existsSync(page) || (await readFile(page, 'utf8')).includes(`content="${generator}"`)) return;
  throw new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${page} is not a page of a report.`,
    remedy: 'Give a folder of its own with --report.',
    path: page,
  });
}

/** Writes the plots of one benchmark, and removes those that it had before. */
async function writePlots(directory: string, saved: SavedResult, all: readonly SavedResult[]): Promise<void> {
  const plotFile = (name: string, id: string) => `${name}-${id}.svg`;
  const kept = new Set(all.flatMap(({ name, page }) => page.charts.map(({ id }) => plotFile(name, id))));
  for (const file of await readdir(directory)) {
    const isOurs = file.startsWith(`${saved.name}-`) && file.endsWith('.svg');
    if (isOurs && !kept.has(file)) await rm(join(directory, file));
  }
  for (const chart of saved.page.charts) {
    await writeFile(join(directory, plotFile(saved.name, chart.id)), standaloneSvg(drawChart(chart)));
  }
}
