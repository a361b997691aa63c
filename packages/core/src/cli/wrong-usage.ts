import { badArgument, type CuboError } from '@cubo/contracts';

/** The error for a command line that makes no sense. */
export function wrongUsage(message: string): CuboError {
  return badArgument(message, 'See cubo --help.');
}
