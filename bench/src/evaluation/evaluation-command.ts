import { resolve } from 'node:path';
import { badArguments, type CommandOutput, parseArguments } from '../command/index.ts';
import { listDatasets, openDataset } from '../datasets/index.ts';
import { evaluateSet, type SetEvaluation } from './evaluate-set.ts';
import { formatEvaluation, formatMeans } from './format-evaluation.ts';

const usage = 'npm run --silent eval -- --data <folder> [--sets <name>,<name>] [--json]';

/** `npm run eval`: measures the sets of a folder and prints their figures, as a table or as JSON. */
export async function evaluationCommand(args: readonly string[], output: CommandOutput): Promise<void> {
  const { data, sets, json } = parse(args);
  const directory = resolve(data);
  const names = sets ?? (await listDatasets(directory));
  // All are opened before the first is measured: a wrong name should not cost an hour.
  const datasets = [];
  for (const name of names) datasets.push(await openDataset(directory, name));
  const evaluations: Record<string, SetEvaluation> = {};
  for (const dataset of datasets) {
    const evaluation = await evaluateSet(dataset, output.message);
    evaluations[dataset.name] = evaluation;
    if (!json) output.result(formatEvaluation(dataset.name, evaluation));
  }
  if (json) output.result(JSON.stringify({ sets: evaluations }));
  else if (datasets.length > 1) output.result(formatMeans(Object.values(evaluations)));
}

function parse(args: readonly string[]): { data: string; sets: string[] | undefined; json: boolean } {
  const options = { data: { type: 'string' }, sets: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { data, sets, json = false } = parseArguments(args, options, usage);
  if (data === undefined || data === '') throw badArguments('The folder of the sets is missing.', usage);
  if (sets === undefined) return { data, sets, json };
  const names = sets.split(',').map((name) => name.trim());
  if (names.includes('')) throw badArguments('--sets holds an empty name.', usage);
  return { data, sets: [...new Set(names)], json };
}
