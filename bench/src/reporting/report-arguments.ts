import { parseArgs } from 'node:util';
import { badArguments } from '../command/index.ts';

/** Where results are to go. */
export interface ReportArguments {
  /** As JSON instead of lines for people. */
  readonly json: boolean;
  /** Folder for a page. */
  readonly report: string | undefined;
}

/** How they are named in a usage. */
export const reportUsage = '[--json] [--report <folder>]';

/**
 * Takes out of some arguments those that every command with results has.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for `--report` without a folder
 */
export function reportArguments(args: readonly string[], usage: string): ReportArguments & { others: string[] } {
  const options = { json: { type: 'boolean' }, report: { type: 'string' } } as const;
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const taken = new Set<number>();
  let json = false;
  let report: string | undefined;
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'json') json = true;
    else if (token.name === 'report') {
      if (!token.value || token.value.startsWith('--')) throw badArguments('--report needs a folder.', usage);
      report = token.value;
      if (!token.inlineValue) taken.add(token.index + 1);
    } else continue;
    taken.add(token.index);
  }
  return { json, report, others: args.filter((_, i) => !taken.has(i)) };
}
