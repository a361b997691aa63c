import { type CuboError, isCuboError } from '@cubo/contracts';
import { partErrors } from '../office/open-office-package.ts';

/**
 * What is wrong with the content of a document, before which the rest can be read.
 *
 * @throws the error itself where it says nothing of the content: an abort, a disk that cannot be read
 */
export function contentDamage(error: unknown): CuboError {
  if (!isCuboError(error) || !partErrors.has(error.code)) throw error;
  return error;
}
