import { CuboError, type CuboErrorCode, describeThrown, isCuboError } from '@cubo/contracts';

/** An error as it goes from thread to thread, which lose all but the message of one. */
export interface ThreadFailure {
  readonly message: string;
  /** Only of a `CuboError`. */
  readonly cubo?: { readonly code: CuboErrorCode; readonly remedy: string; readonly path: string | undefined };
}

/** What a thread is asked. */
export interface ThreadRequest {
  readonly id: number;
  readonly input: unknown;
}

/** What a thread says: that its model is loaded, or what became of a request. */
export type ThreadAnswer =
  | { readonly id: 'loaded' }
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number | 'loaded'; readonly failure: ThreadFailure };

/** Makes an error ready for its way. */
export function failureOf(error: unknown): ThreadFailure {
  if (!isCuboError(error)) return { message: describeThrown(error) };
  const { summary, code, remedy, path } = error;
  return { message: summary, cubo: { code, remedy, path } };
}

/** The error that has come. */
export function errorOf({ message, cubo }: ThreadFailure): Error {
  return cubo === undefined ? new Error(message) : new CuboError({ message, ...cubo });
}
