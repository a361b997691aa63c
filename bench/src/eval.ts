import { processOutput, runCommand } from './command/index.ts';
import { evaluationCommand } from './evaluation/evaluation-command.ts';

process.exitCode = await runCommand(() => evaluationCommand(process.argv.slice(2), processOutput), processOutput);
