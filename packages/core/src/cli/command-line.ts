import { parseArgs } from 'node:util';
import { CuboError } from '@cubo/contracts';

/** What `cubo --help` prints. */
export const usage = `Usage: cubo <command> --library <folder> [--json]

  ingest <path…>        bring files and folders into the library; run it again to bring it up to date
  search "<query>"      find passages              [--limit 10] [--mode hybrid|sparse|dense] [--scope <path>…]
  ask "<question>"      answer with citations      [--limit 7] [--scope <path>…]
  status                what the library holds
  doctor                check every byte           [--repair]
  delete <source>       delete a document

  --library <folder>    the library; made by the first ingest
  --json                machine-readable output
  --version, --help`;

const commands = ['ingest', 'search', 'ask', 'status', 'doctor', 'delete'] as const;

/** A command of `cubo`. */
export type Command = (typeof commands)[number];

/** A command line that makes sense. */
export interface CommandLine {
  readonly command: Command;
  readonly operands: readonly string[];
  readonly library: string;
  readonly json: boolean;
  readonly limit: number | undefined;
  readonly mode: string | undefined;
  readonly scope: readonly string[] | undefined;
  readonly repair: boolean;
}

/** What to print instead of running a command. */
export type CommandLineRequest = CommandLine | 'help' | 'version';

function wrong(message: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy: 'See cubo --help.' });
}

/** Reads a command line. Throws `CUBO_BAD_ARGUMENT` for one that makes no sense. */
export function parseCommandLine(given: readonly string[]): CommandLineRequest {
  const { values, positionals } = parse(given);
  if (values.version) return 'version';
  const [command, ...operands] = positionals;
  if (values.help || command === undefined || command === 'help') return 'help';
  if (!isCommand(command)) throw wrong(`There is no command "${command}".`);
  if (values.library === undefined || values.library === '') throw wrong('The option --library <folder> is missing.');
  if (values.limit !== undefined && !/^\d+$/.test(values.limit)) {
    throw wrong(`--limit ${values.limit} is not a whole number.`);
  }
  const [fewest, most] = operandCounts[command];
  if (operands.length < fewest) throw wrong(`The command ${command} lacks its argument.`);
  if (operands.length > most)
    throw wrong(`The command ${command} does not take "${operands[most]}"; quote an argument with spaces.`);
  return {
    command,
    operands,
    library: values.library,
    json: values.json ?? false,
    limit: values.limit === undefined ? undefined : Number(values.limit),
    mode: values.mode,
    scope: values.scope,
    repair: values.repair ?? false,
  };
}

const operandCounts: Record<Command, readonly [fewest: number, most: number]> = {
  ingest: [1, Number.POSITIVE_INFINITY],
  search: [1, 1],
  ask: [1, 1],
  status: [0, 0],
  doctor: [0, 0],
  delete: [1, 1],
};

function isCommand(word: string): word is Command {
  return (commands as readonly string[]).includes(word);
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        library: { type: 'string' },
        json: { type: 'boolean' },
        limit: { type: 'string' },
        mode: { type: 'string' },
        scope: { type: 'string', multiple: true },
        repair: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}
