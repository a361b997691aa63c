import { parseArgs } from 'node:util';
import type { Metadata } from '@cubo/contracts';
import type { IngestRules } from '../ingest/ingest-rules.ts';
import { assertOptionSyntax } from './assert-option-syntax.ts';
import { parseLabels } from './parse-labels.ts';
import { wrongUsage } from './wrong-usage.ts';

/** What `cubo --help` prints. */
export const usage = `Usage: cubo <command> --library <folder> [--json]

  ingest <path…>        bring files and folders into the library; run it again to bring it up to date
                        [--dry-run], and with --network also web pages: ingest <url…>
  watch <folder…>       ingest folders, and whatever changes in them, until it is interrupted [--polling]
  search "<query>"      find passages              [--limit 10] [--mode hybrid|sparse|dense] [--scope <path>…]
                        [--category <name>…] [--metadata <label>=<value>…], for ask too
  ask "<question>"      answer with citations      [--limit 7] [--scope <path>…]
  list                  the documents of the library
  status                what the library holds
  audit                 what it holds file by file, the models in use, and the connections of this process
  doctor                check every byte           [--repair]
  delete <source>       delete a document; its bytes leave the disk with compact
  erase <source>        delete a document, take it off the disk, and tell what became of each file  [--all-names]
  compact               take what is deleted off the disk

  of ingest and watch:
  --include <pattern>   take only what fits, such as "**/*.pdf"; relative to the folder; more than one may be given
  --exclude <pattern>   leave out what fits; more than one may be given
  --gitignore           heed .gitignore files
  --allow-empty         remove the documents of a folder also when an empty one is in its place
  --category <name>, --metadata <label>=<value>   label the documents

  --library <folder>    the library; made by the first ingest
  --key-file <file>     the key of an encrypted library: 64 hexadecimal digits, or 32 bytes; the first ingest makes one with it
  --json                machine-readable output
  --version, --help`;

const commands = [
  'ingest',
  'watch',
  'search',
  'ask',
  'list',
  'status',
  'audit',
  'doctor',
  'delete',
  'erase',
  'compact',
] as const;

/** A command of `cubo`. */
export type Command = (typeof commands)[number];

/** A command line that makes sense. */
export interface CommandLine {
  readonly command: Command;
  readonly operands: readonly string[];
  readonly library: string;
  readonly keyFile: string | undefined;
  readonly json: boolean;
  readonly limit: number | undefined;
  readonly mode: string | undefined;
  readonly scope: readonly string[] | undefined;
  readonly repair: boolean;
  readonly allNames: boolean | undefined;
  readonly rules: IngestRules;
  /** Labels to search for, or to label documents with. */
  readonly metadata: Metadata | undefined;
  readonly dryRun: boolean | undefined;
  readonly polling: boolean | undefined;
  readonly network: boolean | undefined;
}

/** What to print instead of running a command. */
export type CommandLineRequest = CommandLine | 'help' | 'version';

/** Reads a command line. Throws `CUBO_BAD_ARGUMENT` for one that makes no sense. */
export function parseCommandLine(given: readonly string[]): CommandLineRequest {
  const { values, positionals } = parse(given);
  if (values.version) return 'version';
  const [command, ...operands] = positionals;
  if (values.help || command === undefined || command === 'help') return 'help';
  if (!isCommand(command)) throw wrongUsage(`There is no command "${command}".`);
  if (values.library === undefined || values.library === '')
    throw wrongUsage('The option --library <folder> is missing.');
  if (values['key-file'] === '') throw wrongUsage('The option --key-file <file> names no file.');
  if (values.limit !== undefined && !/^\d+$/.test(values.limit)) {
    throw wrongUsage(`--limit ${values.limit} is not a whole number.`);
  }
  const { operand, most } = operandsOf[command];
  if (operand !== undefined && operands.length === 0) {
    throw wrongUsage(`The command ${command} lacks its argument ${operand}.`);
  }
  if (operands.length > most) {
    const quoting = operand === undefined ? '' : '; quote an argument with spaces';
    throw wrongUsage(`The command ${command} does not take "${operands[most]}"${quoting}.`);
  }
  return {
    command,
    operands,
    library: values.library,
    keyFile: values['key-file'],
    json: values.json ?? false,
    limit: values.limit === undefined ? undefined : Number(values.limit),
    mode: values.mode,
    scope: values.scope,
    repair: values.repair ?? false,
    allNames: values['all-names'],
    rules: {
      include: values.include,
      exclude: values.exclude,
      gitignore: values.gitignore,
      allowEmpty: values['allow-empty'],
    },
    metadata: parseLabels(values.metadata, values.category),
    dryRun: values['dry-run'],
    polling: values.polling,
    network: values.network,
  };
}

const operandsOf: Record<Command, { readonly operand?: string; readonly most: number }> = {
  ingest: { operand: '<path…>', most: Number.POSITIVE_INFINITY },
  watch: { operand: '<folder…>', most: Number.POSITIVE_INFINITY },
  search: { operand: '"<query>"', most: 1 },
  ask: { operand: '"<question>"', most: 1 },
  list: { most: 0 },
  status: { most: 0 },
  audit: { most: 0 },
  doctor: { most: 0 },
  delete: { operand: '<source>', most: 1 },
  erase: { operand: '<source>', most: 1 },
  compact: { most: 0 },
};

const options = {
  library: { type: 'string' },
  'key-file': { type: 'string' },
  json: { type: 'boolean' },
  limit: { type: 'string' },
  mode: { type: 'string' },
  scope: { type: 'string', multiple: true },
  repair: { type: 'boolean' },
  'all-names': { type: 'boolean' },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  gitignore: { type: 'boolean' },
  'allow-empty': { type: 'boolean' },
  category: { type: 'string', multiple: true },
  metadata: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  polling: { type: 'boolean' },
  network: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

function isCommand(word: string): word is Command {
  return (commands as readonly string[]).includes(word);
}

function parse(given: readonly string[]) {
  assertOptionSyntax(given, options);
  return parseArgs({ args: [...given], allowPositionals: true, options });
}
