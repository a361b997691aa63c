import { CuboError } from '@cubo/contracts';

/** The error for an option of a chunker that is out of range. */
export function badOption(name: string, value: unknown, expected: string): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The option ${name} of the chunker is ${String(value)}.`,
    remedy: `Give ${expected}.`,
  });
}
