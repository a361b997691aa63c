import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CuboError } from '@cubo/contracts';

/** The error for arguments that make no sense. */
export function badArguments(message: string, usage: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy: `Usage: ${usage}` });
}

/**
 * Reads arguments as `util.parseArgs` does.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` with the usage where there are others than `options` names
 */
export function parseArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  usage: string,
): ReturnType<typeof parseArgs<{ args: string[]; options: Options }>>['values'] {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw badArguments((error as Error).message.replace(/\.?$/, '.'), usage);
  }
}
