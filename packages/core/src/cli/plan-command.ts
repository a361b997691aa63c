import { countOf } from '../text/count-of.ts';
import type { CommandRunner } from './commands.ts';

/** `cubo ingest --dry-run`: what an ingest would do, line by line; with `--json` a line for each file and the sums. */
export const planCommand: CommandRunner = async (cubo, line, output, signal) => {
  const plan = cubo.plan(line.operands, { ...line.rules, metadata: line.metadata, signal });
  for await (const file of plan) {
    if (line.json) output.json({ type: 'file', ...file });
    else if (file.action === 'skipped') output.line(`skipped    ${file.reason}`);
    else if (file.action !== 'unchanged') {
      const from = file.original === undefined ? '' : `  (${file.original})`;
      output.line(`${file.action.padEnd(10)} ${file.source}${from}`);
    }
  }
  const { actions, files, bytes } = await plan;
  if (line.json) output.json({ type: 'plan', actions, files, bytes });
  else {
    const counts = Object.entries(actions).flatMap(([action, count]) => (count === 0 ? [] : [`${count} ${action}`]));
    output.message(`${countOf(files, 'file')}: ${counts.join(', ') || 'nothing to do'}; nothing was written.`);
  }
  return 0;
};
