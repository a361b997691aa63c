import type { IngestEvent, Source } from '@cubo/contracts';
import { countOf } from '../text/count-of.ts';
import type { CommandLine } from './command-line.ts';
import type { CommandRunner } from './commands.ts';
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

/** Shows the events of an ingest to a person. */
export function createProgress(output: Output): (event: IngestEvent) => void {
  let files = 0;
  let chunks = 0;
  return (event) => {
    switch (event.type) {
      case 'job-start':
        if (event.resumed) output.message('Going on with an interrupted ingest.');
        break;
      case 'file-start':
        output.progress(`${countOf(files, 'file')}, ${countOf(chunks, 'chunk')} · ${event.source}`);
        break;
      case 'file-finish':
        files++;
        chunks += event.chunks;
        if (event.outcome === 'skipped') output.message(`skipped: ${event.reason}`);
        for (const { place, reason } of event.unread ?? [])
          output.message(`unread: ${event.source}, ${place}: ${reason}`);
        break;
      case 'publish':
        output.progress(`${countOf(event.files, 'file')}, ${countOf(event.chunks, 'chunk')} searchable`);
        break;
      case 'training':
        output.progress(`Learning from ${countOf(event.chunks, 'chunk')} (${event.embedder})`);
        break;
      case 'embedding':
        output.progress(`${event.done} of ${countOf(event.total, 'vector')}`);
        break;
      case 'done': {
        const { indexed, 'partly-indexed': partly, unchanged, moved, duplicate, removed } = event.outcomes;
        const counts = [
          `${indexed + partly} indexed${partly > 0 ? ` (${partly} in part)` : ''}`,
          `${unchanged} unchanged`,
          ...(moved > 0 ? [`${moved} moved`] : []),
          ...(duplicate > 0 ? [`${duplicate} the same as others`] : []),
          `${removed} removed`,
          `${event.outcomes.skipped} skipped`,
        ];
        output.line(`${counts.join(', ')} · ${countOf(event.chunks, 'chunk')} in ${event.seconds.toFixed(1)} s`);
        break;
      }
    }
  };
}
