import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { CuboError, isCuboError, type Logger } from '@cubo/contracts';
import { type Cubo, createCubo } from '@cubo/core';
import { type CuboMcpServer, createMcpServer } from '../server/create-mcp-server.ts';
import { type CommandLine, parseCommandLine, usage } from './command-line.ts';
import { readKeyFile } from './read-key-file.ts';

/** Runs one command line until the client is gone or the process is to end, and gives the exit code. */
export async function runCommand(given: readonly string[], output: Writable): Promise<number> {
  try {
    const line = parseCommandLine(given, process.env);
    if (line === 'help') output.write(`${usage}\n`);
    else if (line === 'version') output.write(`${packageVersion()}\n`);
    else await serve(line, output);
    return 0;
  } catch (error) {
    if (!isCuboError(error)) throw error;
    message(`${error.message} (${error.code})`);
    return 1;
  }
}

async function serve(line: CommandLine, output: Writable): Promise<void> {
  const library = resolve(line.library);
  // To open it would make one: a mistyped path must not be served as an empty library.
  if (!existsSync(join(library, 'catalog.sqlite'))) {
    throw new CuboError({
      code: 'CUBO_PATH_NOT_FOUND',
      message: `There is no library at ${library}.`,
      remedy: 'Check --library, or make one with cubo ingest.',
      path: library,
    });
  }
  const { promise: told, resolve: end } = Promise.withResolvers<void>();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  let cubo: Cubo | undefined;
  let server: CuboMcpServer | undefined;
  try {
    const encryption = line.keyFile === undefined ? undefined : { key: await readKeyFile(line.keyFile) };
    cubo = await createCubo({ path: library, encryption, logger });
    server = createMcpServer({ cubo, scope: line.scope, logger });
    if (line.http === undefined) {
      const connection = server.stdio({ output });
      await Promise.race([connection.closed, told]);
    } else {
      const { url } = await server.listen(line.http);
      message(`Serving ${library} at ${url}`);
      await told;
    }
  } finally {
    await server?.close();
    await cubo?.close();
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  }
}

const logger: Logger = { debug: () => {}, info: () => {}, warn: message, error: message };

function message(text: string): void {
  process.stderr.write(`${text}\n`);
}

function packageVersion(): string {
  const manifest = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
