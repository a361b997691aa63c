import type { CuboError } from '@cubo/contracts';
import { badArgument } from '../arguments/bad-argument.ts';

/** The error for a command line that makes no sense. */
export function wrongUsage(message: string): CuboError {
  return badArgument(message, 'See cubo --help.');
}
