import type { IngestEvent } from '@cubo/contracts';
import { countOf } from '../text/count-of.ts';
import type { CommandRunner } from './commands.ts';
import type { Output } from './output.ts';

/** `cubo ingest`: with `--json` one event a line, else progress and a summary. */
export const ingestCommand: CommandRunner = async (cubo, line, output, signal) => {
  const progress = createProgress(output);
  for await (const event of cubo.ingest(line.operands, { signal })) {
    if (line.json) output.json(event);
    else progress(event);
  }
  return 0;
};

/** Shows the events of an ingest to a person. */
function createProgress(output: Output): (event: IngestEvent) => void {
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
        const { indexed, 'partly-indexed': partly, unchanged, removed } = event.outcomes;
        const counts = [
          `${indexed + partly} indexed${partly > 0 ? ` (${partly} in part)` : ''}`,
          `${unchanged} unchanged`,
          `${removed} removed`,
          `${event.outcomes.skipped} skipped`,
        ];
        output.line(`${counts.join(', ')} · ${countOf(event.chunks, 'chunk')} in ${event.seconds.toFixed(1)} s`);
        break;
      }
    }
  };
}
