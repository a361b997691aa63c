import { parseArguments, processOutput, runCommand } from './command/index.ts';
import { killIngest } from './soaks/kill-ingest.ts';

const usage = 'npm run --silent soak -- [--kills 30] [--seed 1] [--json]';

process.exitCode = await runCommand(async () => {
  const options = { kills: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { kills = '30', seed = '1', json = false } = parseArguments(process.argv.slice(2), options, usage);
  const report = await killIngest({
    kills: Number(kills),
    seed: Number(seed),
    onProgress: (text) => processOutput.message(text),
  });
  const text = `${report.kills} kills (${report.halfWay} with some documents in, not all): every library became equal to an uninterrupted one`;
  processOutput.result(json ? JSON.stringify({ soak: 'kill-ingest', ...report }) : text);
}, processOutput);
