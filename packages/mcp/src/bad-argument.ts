import { CuboError } from '@cubo/contracts';

/** The error for an argument or option that makes no sense. */
export function badArgument(message: string, remedy: string, cause?: unknown): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy, cause });
}
