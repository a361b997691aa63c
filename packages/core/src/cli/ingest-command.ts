import type { IngestEvent, Source } from '@cubo/contracts';
import type { CommandLine } from './command-line.ts';
import type { CommandRunner } from './commands.ts';
import { createProgress } from './ingest-progress.ts';
import type { Output } from './output.ts';
import { planCommand } from './plan-command.ts';

/** `cubo ingest`: with `--json` one event a line, else progress and a summary. */
export const ingestCommand: CommandRunner = async (cubo, line, output, signal) => {
  const paths = line.operands.filter((operand) => !isUrl(operand));
  const rules = { ...line.rules, metadata: line.metadata };
  if (line.dryRun) return planCommand(cubo, { ...line, operands: paths }, output, signal);
  const pages: Source[] = [];
  for (const url of line.operands.filter(isUrl)) pages.push(await cubo.webPage(url, { signal }));
  if (pages.length > 0) await show(cubo.ingest(pages, { metadata: line.metadata, signal }), line, output);
  if (paths.length > 0) await show(cubo.ingest(paths, { ...rules, signal }), line, output);
  return 0;
};

/** Whether an operand is the URL of a web page rather than a path. */
export function isUrl(operand: string): boolean {
  return /^https?:\/\//i.test(operand);
}

async function show(events: AsyncIterable<IngestEvent>, line: CommandLine, output: Output): Promise<void> {
  const progress = createProgress(output);
  for await (const event of events) {
    if (line.json) output.json(event);
    else progress(event);
  }
}
