import { CuboError, type CuboErrorCode, describeThrown, isCuboError } from '@cubo/contracts';
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

/** Causes of causes beyond this are left out: they may lead in a circle. */
const mostCauses = 8;

/**
 * What of an error another thread needs to know. Structured cloning would lose the class, the code and the marker. Never
 * throws, and gives texts alone, whatever was thrown: it answers for what a host's own code throws.
 */
export function encodeError(error: unknown): ErrorMessage {
  return encodeCause(error, mostCauses);
}

function encodeCause(error: unknown, causes: number): ErrorMessage {
  try {
    return encodeKnown(error, causes);
  } catch {
    // A getter of it fails.
    return plainError('Error', describeThrown(error));
  }
}

function encodeKnown(error: unknown, causes: number): ErrorMessage {
  if (error instanceof SourceProblem) return { kind: 'source-problem', error: encodeKnown(error.error, causes) };
  if (isCuboError(error)) {
    const { code, summary, remedy, path, cause } = error;
    return {
      kind: 'cubo-error',
      code: String(code) as CuboErrorCode,
      summary: String(summary),
      remedy: String(remedy),
      path: textOf(path),
      cause: cause === undefined || causes === 0 ? undefined : encodeCause(cause, causes - 1),
    };
  }
  if (error instanceof Error || error instanceof DOMException) {
    const { code } = error as { code?: unknown };
    return plainError(String(error.name), String(error.message), textOf(error.stack), textOf(code));
  }
  return plainError('Error', describeThrown(error));
}

function plainError(name: string, message: string, stack?: string, code?: string): ErrorMessage {
  return { kind: 'error', name, message, stack, code };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
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
