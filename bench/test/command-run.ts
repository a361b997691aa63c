import { type CommandOutput, runCommand } from '../src/command/index.ts';

/** What a command wrote, and how it ended. */
export interface CommandRun {
  readonly code: number;
  readonly results: string[];
  readonly messages: string;
}

/** Runs a command as the command line does. */
export async function commandRun(
  command: (args: readonly string[], output: CommandOutput) => Promise<void>,
  args: readonly string[],
): Promise<CommandRun> {
  const results: string[] = [];
  const messages: string[] = [];
  const output = { result: (text: string) => results.push(text), message: (text: string) => messages.push(text) };
  const code = await runCommand(() => command(args, output), output);
  return { code, results, messages: messages.join('\n') };
}
