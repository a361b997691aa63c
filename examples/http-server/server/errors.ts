import { type CuboErrorCode, isCuboError } from '@cubo/core';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** What a client is told when something fails: never a stack trace, and of what was not foreseen nothing at all. */
export interface ErrorBody {
  /** For programs. */
  readonly code: string;
  /** For people: what happened. */
  readonly message: string;
  /** For people: what to do about it. */
  readonly remedy: string;
}

/** A request that is refused. */
export class RequestError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly remedy: string;

  constructor(status: ContentfulStatusCode, { code, message, remedy, cause }: ErrorBody & ErrorOptions) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.remedy = remedy;
  }
}

// #region statuses
/** Errors of Cubo that are the client's doing, or will pass; all others are 500. */
const statuses: Partial<Record<CuboErrorCode, ContentfulStatusCode>> = {
  CUBO_BAD_ARGUMENT: 400,
  CUBO_SCOPE_EXCEEDED: 403,
  CUBO_CONVERSATION_NOT_FOUND: 404,
  CUBO_DOCUMENT_NOT_FOUND: 404,
  CUBO_CONVERSATION_BUSY: 409,
  CUBO_CONVERSATION_CHANGED: 409,
  CUBO_LIMIT_EXCEEDED: 413,
  CUBO_SOURCE_TOO_LARGE: 413,
  CUBO_LIBRARY_LOCKED: 503,
  CUBO_LIBRARY_CLOSED: 503,
};

/** Status and body for whatever was thrown. What nobody foresaw goes to the log, and the client learns that it happened. */
export function describeError(error: unknown): { readonly status: ContentfulStatusCode; readonly body: ErrorBody } {
  if (error instanceof RequestError || isCuboError(error)) {
    const { code, remedy } = error;
    const isOwn = error instanceof RequestError;
    const status = isOwn ? error.status : (statuses[error.code] ?? 500);
    return { status, body: { code, message: isOwn ? error.message : error.summary, remedy } };
  }
  console.error(error);
  const remedy = 'Try again; the log of the server says more.';
  return { status: 500, body: { code: 'INTERNAL', message: 'The server failed.', remedy } };
}
// #endregion
