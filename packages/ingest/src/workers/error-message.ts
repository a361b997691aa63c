import { CuboError, type CuboErrorCode, isCuboError } from '@cubo/contracts';
import { SourceProblem } from '../pipeline/source-problem.ts';

/** An error as it goes from one thread to another. */
export type ErrorMessage =
  | { readonly kind: 'source-problem'; readonly error: ErrorMessage }
  | {
      readonly kind: 'cubo-error';
      readonly code: CuboErrorCode;
      readonly summary: string;
      readonly remedy: string;
      readonly path: string | undefined;
      readonly cause: ErrorMessage | undefined;
    }
  | {
      readonly kind: 'error';
      readonly name: string;
      readonly message: string;
      readonly code: string | undefined;
      readonly stack: string | undefined;
    };

/** What of an error another thread needs to know. Structured cloning would lose the class, the code and the marker. */
export function encodeError(error: unknown): ErrorMessage {
  if (error instanceof SourceProblem) return { kind: 'source-problem', error: encodeError(error.error) };
  if (isCuboError(error)) {
    const { code, summary, remedy, path, cause } = error;
    return {
      kind: 'cubo-error',
      code,
      summary,
      remedy,
      path,
      cause: cause === undefined ? undefined : encodeError(cause),
    };
  }
  if (error instanceof Error || error instanceof DOMException) {
    const { code } = error as { code?: unknown };
    const { name, message, stack } = error;
    return { kind: 'error', name, message, stack, code: typeof code === 'string' ? code : undefined };
  }
  return { kind: 'error', name: 'Error', message: String(error), code: undefined, stack: undefined };
}

/** The error that another thread has thrown. */
export function decodeError(message: ErrorMessage): Error {
  switch (message.kind) {
    case 'source-problem':
      return new SourceProblem(decodeError(message.error) as CuboError);
    case 'cubo-error': {
      const { code, summary, remedy, path, cause } = message;
      return new CuboError({ code, message: summary, remedy, path, cause: cause && decodeError(cause) });
    }
    case 'error': {
      if (message.name === 'AbortError') return new DOMException(message.message, 'AbortError');
      const { name, code, stack } = message;
      return Object.assign(new Error(message.message), { name, stack, ...(code !== undefined && { code }) });
    }
  }
}
