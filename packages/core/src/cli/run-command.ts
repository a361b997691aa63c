import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CuboError, isCuboError } from '@cubo/contracts';
import { createCubo } from '../cubo/create-cubo.ts';
import type { Cubo } from '../cubo/cubo.ts';
import type { CuboOptions } from '../cubo/cubo-options.ts';
import { assertExists } from '../ingest/assert-exists.ts';
import { type CommandLine, parseCommandLine, usage } from './command-line.ts';
import { commands } from './commands.ts';
import { isUrl } from './ingest-command.ts';
import { type Output, standardOutput } from './output.ts';
import { readKeyFile } from './read-key-file.ts';
import { wrongUsage } from './wrong-usage.ts';

/**
 * Runs one command line, and gives the exit code: 0 done, or not wanted any further by the reader of the output; 1 not
 * done; 130 interrupted.
 */
export async function runCommand(given: readonly string[]): Promise<number> {
  const output = standardOutput();
  try {
    const line = parseCommandLine(given);
    if (line === 'help') output.line(usage);
    else if (line === 'version') output.line(packageVersion());
    else return await runOnLibrary(line, output);
    return 0;
  } catch (error) {
    if (error === output.unread.reason) return 0;
    return fail(error, given.includes('--json'), output);
  }
}

async function runOnLibrary(line: CommandLine, output: Output): Promise<number> {
  if (line.command === 'ingest') await assertOperands(line);
  // Only these make a library: a mistyped path must not answer "nothing found".
  const makesLibrary = line.command === 'ingest' || line.command === 'watch';
  if (!makesLibrary && !existsSync(join(line.library, 'catalog.sqlite'))) {
    throw new CuboError({
      code: 'CUBO_PATH_NOT_FOUND',
      message: `There is no library at ${resolve(line.library)}.`,
      remedy: 'Check --library, or make one with cubo ingest.',
      path: resolve(line.library),
    });
  }
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort(new DOMException('Interrupted.', 'AbortError'));
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  let cubo: Cubo | undefined;
  let temporary: string | undefined;
  try {
    // Planning writes nothing, a new library neither.
    if (line.dryRun && !existsSync(line.library)) temporary = await mkdtemp(join(tmpdir(), 'cubo-plan-'));
    const encryption = line.keyFile === undefined ? undefined : { key: await readKeyFile(line.keyFile) };
    cubo = await open({ path: temporary ?? line.library, encryption, network: line.network, workers: 0 }, output);
    const signal = AbortSignal.any([interrupt.signal, output.unread]);
    return await commands[line.command](cubo, line, output, signal);
  } finally {
    await cubo?.close();
    if (temporary !== undefined) await rm(temporary, { recursive: true });
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

/** Opens a library so that vectors of another embedder, which may have taken hours, are not replaced by a command. */
async function open(options: CuboOptions, output: Output): Promise<Cubo> {
  const cubo = await createCubo(options);
  // What is damaged is told by the command.
  const status = await cubo.status().catch(() => undefined);
  if (status?.migration?.replaces === undefined || status.dense !== undefined) return cubo;
  await cubo.close();
  output.message(
    '(The vectors of this library are of an embedder that an application gave it. They are left as they are: words alone are searched here, and new text gets its vectors by the application.)',
  );
  return createCubo({ ...options, embedder: false });
}

async function assertOperands({ operands, network }: CommandLine): Promise<void> {
  for (const operand of operands) {
    if (!isUrl(operand)) await assertExists(resolve(operand));
    else if (!network) throw wrongUsage(`Web pages such as ${operand} are only fetched with --network.`);
  }
}

function fail(error: unknown, json: boolean, output: Output): number {
  if ((error as Error | undefined)?.name === 'AbortError') {
    output.message('Interrupted. What was complete is kept; run the same command again to go on.');
    return 130;
  }
  if (!isCuboError(error)) throw error;
  const { code, message, remedy, path } = error;
  if (json) output.json({ type: 'error', code, message, remedy, path });
  else output.message(`${message} (${code})`);
  return 1;
}

function packageVersion(): string {
  const manifest = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
