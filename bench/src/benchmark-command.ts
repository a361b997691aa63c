import { readdir } from 'node:fs/promises';
import type { Benchmark } from './benchmark.ts';
import { badArguments, type CommandOutput } from './command/index.ts';
import { createReporter, reportArguments, reportUsage } from './reporting/index.ts';

const folder = new URL('./benchmarks/', import.meta.url);
const usage = `npm run --silent bench -- <name> ${reportUsage}`;

/** `npm run bench`: runs the benchmark that is named first and reports its figures. */
export async function benchmarkCommand(args: readonly string[], output: CommandOutput): Promise<void> {
  const [name = '', ...options] = args;
  const benchmark = await findBenchmark(name);
  const { others, ...report } = reportArguments(options, usage);
  const reporter = await createReporter(report, output);
  const result = await benchmark.run(others, output);
  reporter.tell([`${name}: ${benchmark.summary}`]);
  await reporter.finish(name, benchmark.summary, { ...result, json: { benchmark: name, ...result.json } });
}

async function findBenchmark(name: string): Promise<Benchmark> {
  const files = await readdir(folder);
  const names = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
  if (!names.includes(name)) {
    const what = name === '' ? 'No benchmark was named.' : `There is no benchmark "${name}".`;
    throw badArguments(`${what} There are: ${names.join(', ')}.`, usage);
  }
  const { benchmark } = (await import(new URL(`${name}.ts`, folder).href)) as { benchmark: Benchmark };
  return benchmark;
}
