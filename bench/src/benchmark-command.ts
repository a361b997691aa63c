import { readdir } from 'node:fs/promises';
import type { Benchmark } from './benchmark.ts';
import { badArguments, type CommandOutput } from './command/index.ts';

const folder = new URL('./benchmarks/', import.meta.url);
const usage = 'npm run --silent bench -- <name> [--json]';

/** `npm run bench`: runs the benchmark that is named first and prints its figures, as a list or as JSON. */
export async function benchmarkCommand(args: readonly string[], output: CommandOutput): Promise<void> {
  const [name = '', ...others] = args;
  const benchmark = await findBenchmark(name);
  const json = others.includes('--json');
  const { json: values, lines } = await benchmark.run(
    others.filter((argument) => argument !== '--json'),
    output,
  );
  if (json) {
    output.result(JSON.stringify({ benchmark: name, ...values }));
    return;
  }
  output.result(`${name}: ${benchmark.summary}`);
  for (const line of lines) output.result(line);
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
