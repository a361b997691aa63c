import { benchmarkCommand } from './benchmark-command.ts';
import { processOutput, runCommand } from './command/index.ts';

process.exitCode = await runCommand(() => benchmarkCommand(process.argv.slice(2), processOutput), processOutput);
