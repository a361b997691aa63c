/** Where a command writes. */
export interface CommandOutput {
  /** The result; nothing else goes here, so that a program can read it. */
  result(text: string): void;
  /** What is going on, and errors. */
  message(text: string): void;
}

/** Writes results to the standard output and messages to the standard error. */
export const processOutput: CommandOutput = {
  result: (text) => process.stdout.write(`${text}\n`),
  message: (text) => process.stderr.write(`${text}\n`),
};
