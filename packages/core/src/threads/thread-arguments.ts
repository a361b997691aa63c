/**
 * Arguments of Node for a thread: those of this one, which a thread inherits when it is given none. Only beside
 * `--input-type`, which a program from `--eval` or standard input has, none of them: with it no file can be started.
 */
export function threadArguments(): { execArgv?: string[] } {
  return process.execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {};
}
