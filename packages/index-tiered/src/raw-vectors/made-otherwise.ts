import { CuboError } from '@cubo/contracts';

/**
 * The error for a file of an index that was made by other options than it is opened by. It need not be damaged: what
 * helps first is to open it as it was made.
 *
 * @param holds continues the sentence "The index file <path> holds …"
 * @param option the option by which it can be opened: `dimensions: 256`
 */
export function madeOtherwise(path: string, holds: string, option: string): CuboError {
  return new CuboError({
    code: 'CUBO_INDEX_CORRUPT',
    message: `The index file ${path} holds ${holds}.`,
    remedy: `Open it with ${option}, as it was made, or make it anew: in a library with doctor --repair, which takes it from the stored text; elsewhere in an empty folder.`,
    path,
  });
}
