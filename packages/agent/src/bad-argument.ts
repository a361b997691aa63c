import { CuboError } from '@cubo/core';

/** The error for an argument or option that makes no sense. */
export function badArgument(message: string, remedy: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
