import { CuboError, describeThrown, isCuboError } from '@cubo/contracts';

/**
 * Carries what went wrong with a source through the stages of the pipeline, so that it is told apart from what goes
 * wrong with the library: a bad file is reported and passed over, a full disk ends the job.
 */
export class SourceProblem extends Error {
  readonly error: CuboError;

  constructor(error: CuboError) {
    super(error.message, { cause: error });
    this.error = error;
  }
}

/** Makes a problem of a source of whatever was thrown while it was read. */
export function toSourceProblem(error: unknown, uri: string): SourceProblem {
  if (error instanceof SourceProblem) return error;
  if (isCuboError(error)) return new SourceProblem(error);
  return new SourceProblem(
    new CuboError({
      code: 'CUBO_FORMAT_INVALID',
      message: `${uri} could not be read as what its format promises (${describeThrown(error)}).`,
      remedy: 'Open it in the program it was made with and save it again.',
      path: uri,
      cause: error,
    }),
  );
}
