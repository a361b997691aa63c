import { CuboError } from '@cubo/contracts';

/** `CUBO_MODEL_INVALID`: a file of a model is not what it should be. */
export function modelInvalid(path: string, what: string, remedy: string, cause?: unknown): CuboError {
  return new CuboError({ code: 'CUBO_MODEL_INVALID', message: `${path} ${what}.`, remedy, path, cause });
}

/** What helps where a file is damaged. */
export const copyAgain = 'Copy the folder of the model again.';
