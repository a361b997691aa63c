import { resolve } from 'node:path';
import { badArguments, type CommandOutput, parseArguments } from '../command/index.ts';
import { notMeasured } from '../comparison/judge.ts';
import { type Dataset, listDatasets, openDataset } from '../datasets/index.ts';
import { createReporter, reportArguments, reportUsage } from '../reporting/index.ts';
import { evaluateSet, type SetEvaluation } from './evaluate-set.ts';
import { evaluationPage } from './evaluation-page.ts';
import { judgeEvaluation } from './evaluation-targets.ts';
import { formatEvaluation, formatSummary } from './format-evaluation.ts';
import { givenVectorNames, givenVectors } from './given-vectors.ts';
import { judgedFigures, overallGain } from './summarize.ts';

const usage = `npm run --silent eval -- --data <folder> [--sets <name>,<name>] [--vectors <folder>] ${reportUsage}`;

/** What is told of an evaluation with the latent embedder, and of one with given vectors. */
const kinds = {
  latent: {
    name: 'eval',
    denseName: 'meaning (latent vectors)',
    summary: 'quality of the ranking with the defaults: no model, no network, the same settings for every set',
  },
  given: {
    name: 'eval-vectors',
    denseName: 'meaning (sentence vectors)',
    summary: 'quality of the ranking with sentence vectors of a model in place of the latent ones',
  },
} as const;

/** `npm run eval`: measures the sets of a folder and reports their figures. */
export async function evaluationCommand(args: readonly string[], output: CommandOutput): Promise<void> {
  const { data, sets, vectors, report } = parse(args);
  const directory = resolve(data);
  const reporter = await createReporter(report, output);
  const names = sets ?? (await listDatasets(directory));
  // All are opened before the first is measured: a wrong name should not cost an hour.
  const datasets: Dataset[] = [];
  for (const name of names) datasets.push(await openDataset(directory, name));
  const kind = vectors === undefined ? 'latent' : 'given';
  const known = vectors === undefined ? names : givenVectorNames(vectors);
  const evaluations: Record<string, SetEvaluation> = {};
  const skipped: string[] = [];
  for (const dataset of datasets) {
    const { name } = dataset;
    if (!known.includes(name)) {
      skipped.push(`${name}: there are no vectors of it`);
      continue;
    }
    const embedder = vectors === undefined ? undefined : await givenVectors(vectors, dataset);
    const evaluation = await evaluateSet(dataset, { embedder, report: output.message });
    evaluations[name] = evaluation;
    reporter.tell(formatEvaluation(name, evaluation));
  }
  if (Object.keys(evaluations).length === 0) throw badArguments(`None of the sets has vectors in ${vectors}.`, usage);
  const requirements = judgeEvaluation(kind, judgedFigures(evaluations));
  // Those of sets that were not asked for are of no interest to people.
  const judgements = requirements.filter(({ measured }) => measured !== notMeasured);
  const { name, summary, denseName } = kinds[kind];
  await reporter.finish(name, summary, {
    json: { sets: evaluations, gain: overallGain(evaluations), requirements, skipped },
    lines: formatSummary(evaluations, { judgements, skipped }),
    page: evaluationPage(evaluations, { denseName, judgements, skipped }),
  });
}

function parse(args: readonly string[]) {
  const options = { data: { type: 'string' }, sets: { type: 'string' }, vectors: { type: 'string' } } as const;
  const { others, ...report } = reportArguments(args, usage);
  const given = parseArguments(others, options, usage);
  if (given.data === undefined || given.data === '') throw badArguments('The folder of the sets is missing.', usage);
  const vectors = given.vectors === undefined ? undefined : resolve(given.vectors);
  const names = given.sets?.split(',').map((name) => name.trim());
  if (names?.includes('')) throw badArguments('--sets holds an empty name.', usage);
  return { data: given.data, sets: names && [...new Set(names)], vectors, report };
}
