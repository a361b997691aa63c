import { parseArgs } from 'node:util';
import { CuboError, isCuboError, type Scope } from '@cubo/contracts';
import type { HttpOptions } from '../http/http-options.ts';

/** What `cubo-mcp --help` prints. */
export const usage = `Usage: cubo-mcp --library <folder> [--http <port>]

Serves a library of Cubo to an MCP client over standard input and output, or over HTTP at http://127.0.0.1:<port>/mcp.
Nothing is changed in the library.

  --library <folder>              the library; made with cubo ingest
  --key-file <file>               the key of an encrypted library: 64 hexadecimal digits, or 32 bytes
  --scope <path>                  show only this document or folder; more than one may be given
  --category <name>               show only documents of this category; more than one may be given
  --metadata <label>=<value>      show only documents with this label; more than one may be given
  --http <port>                   listen at this port of this machine instead; 0 takes a free one
  --host <address>                with --http: listen there; other machines only with a token
  --allow-host <name>             with --http: answer to this Host too; more than one may be given
  --allow-origin <origin>         with --http: answer web pages of this origin; more than one may be given
  --version, --help

The environment variable CUBO_MCP_TOKEN holds the token that clients must send over HTTP as Authorization: Bearer.`;

/** A command line that makes sense. */
export interface CommandLine {
  readonly library: string;
  readonly keyFile: string | undefined;
  readonly scope: Scope | undefined;
  /** `undefined`: standard input and output. */
  readonly http: HttpOptions | undefined;
}

const options = {
  library: { type: 'string' },
  'key-file': { type: 'string' },
  scope: { type: 'string', multiple: true },
  category: { type: 'string', multiple: true },
  metadata: { type: 'string', multiple: true },
  http: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/**
 * Reads a command line.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for one that makes no sense
 */
export function parseCommandLine(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
): CommandLine | 'help' | 'version' {
  const values = parse(given);
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (!values.library) throw wrongUsage('The option --library <folder> is missing.');
  const { scope: sources, category, metadata } = values;
  const labels = parseLabels(metadata ?? [], category ?? []);
  const scope = sources || labels ? { sources, metadata: labels } : undefined;
  return { library: values.library, keyFile: values['key-file'], scope, http: httpOptions(values, environment) };
}

function httpOptions(values: ReturnType<typeof parse>, environment: NodeJS.ProcessEnv): HttpOptions | undefined {
  const { http, host, 'allow-host': allowedHosts, 'allow-origin': allowedOrigins } = values;
  if (http === undefined) {
    if (host ?? allowedHosts ?? allowedOrigins)
      throw wrongUsage('--host, --allow-host and --allow-origin need --http.');
    return undefined;
  }
  if (!/^\d+$/.test(http)) throw wrongUsage(`--http ${http} is no port.`);
  return { port: Number(http), host, allowedHosts, allowedOrigins, token: environment.CUBO_MCP_TOKEN || undefined };
}

/** Labels are texts here, or numbers, true and false where they are written so. */
function parseLabels(given: readonly string[], categories: readonly string[]): Scope['metadata'] {
  const labels = new Map<string, string[]>();
  const add = (label: string, value: string) => labels.set(label, [...(labels.get(label) ?? []), value]);
  for (const category of categories) add('category', category);
  for (const text of given) {
    const at = text.indexOf('=');
    if (at < 1) throw wrongUsage(`--metadata ${text} is not <label>=<value>.`);
    add(text.slice(0, at).trim(), text.slice(at + 1));
  }
  if (labels.size === 0) return undefined;
  return Object.fromEntries(
    [...labels].map(([label, values]) => [
      label,
      values.length === 1 && label !== 'category' ? typed(values[0] ?? '') : values,
    ]),
  );
}

function typed(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  return String(Number(value)) === value && Number.isFinite(Number(value)) ? Number(value) : value;
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    if (isCuboError(error)) throw error;
    throw wrongUsage(
      (error as Error).message.endsWith('.') ? (error as Error).message : `${(error as Error).message}.`,
    );
  }
}

function wrongUsage(message: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy: 'See cubo-mcp --help.' });
}
