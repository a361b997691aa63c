import { badArguments, parseArguments, processOutput, runCommand } from './command/index.ts';
import { killIngest } from './soaks/kill-ingest.ts';

const usage = 'npm run --silent soak -- [--kills 30] [--seed 1] [--json]';

process.exitCode = await runCommand(async () => {
  const options = { kills: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { kills = '30', seed = '1', json = false } = parseArguments(process.argv.slice(2), options, usage);
  if (!/^[1-9]\d*$/.test(kills)) throw badArguments(`--kills ${kills} is not a number of kills.`, usage);
  if (!/^\d+$/.test(seed)) throw badArguments(`--seed ${seed} is not a whole number.`, usage);
  const report = await killIngest({
    kills: Number(kills),
    seed: Number(seed),
    onProgress: (text) => processOutput.message(text),
  });
  if (json) {
    processOutput.result(JSON.stringify({ soak: 'kill-ingest', ...report }));
  } else {
    processOutput.result(`${report.kills} kills, ${report.halfWay} of them with some documents done and some not:`);
    processOutput.result('every library became equal to an uninterrupted one');
  }
}, processOutput);
