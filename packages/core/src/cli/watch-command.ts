import type { WatchEvent } from '../sync/watch-event.ts';
import type { CommandRunner } from './commands.ts';
import { createProgress } from './ingest-progress.ts';
import type { Output } from './output.ts';

/** `cubo watch`: keeps folders in sync until it is interrupted; with `--json` one event a line. */
export const watchCommand: CommandRunner = async (cubo, line, output, signal) => {
  const { operands, rules, metadata, polling } = line;
  const show = line.json ? (event: WatchEvent) => output.json(event) : createWatchProgress(output);
  try {
    for await (const event of cubo.watch(operands, { ...rules, metadata, polling, signal })) show(event);
  } catch (error) {
    // An interruption is how a watch ends.
    if (!signal.aborted || error !== signal.reason || output.unread.aborted) throw error;
  }
  return 0;
};

function createWatchProgress(output: Output): (event: WatchEvent) => void {
  let progress = createProgress(output);
  return (event) => {
    switch (event.type) {
      case 'watching':
        output.message(`Watching ${event.folders.join(', ')}${event.polling ? ' by looking at it regularly' : ''}.`);
        break;
      case 'watch-problem':
        output.message(event.reason);
        break;
      case 'sync':
        if (event.state === 'running') progress = createProgress(output);
        if (event.state === 'waiting') output.message('Another process is writing to the library; waiting for it.');
        break;
      default:
        progress(event);
    }
  };
}
