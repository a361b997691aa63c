import { CuboError } from '@cubo/contracts';

/** The error for a line of a data file that is not what it must be. */
export function malformed(path: string, line: number, expected: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `Line ${line} of ${path} is not ${expected}.`,
    remedy: 'Correct the line or leave the set out with --sets.',
    path,
  });
}
