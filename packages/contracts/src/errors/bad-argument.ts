import { CuboError } from './cubo-error.ts';

/** The error for an argument or option that makes no sense: `CUBO_BAD_ARGUMENT`. */
export function badArgument(message: string, remedy: string, cause?: unknown): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy, cause });
}
