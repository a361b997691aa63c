export { type CommandOutput, processOutput } from './command-output.ts';
export { badArguments, parseArguments } from './parse-arguments.ts';
export { runCommand } from './run-command.ts';
