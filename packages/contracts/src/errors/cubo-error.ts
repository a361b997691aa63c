import type { CuboErrorCode } from './cubo-error-code.ts';

const marker = Symbol.for('cubo.error');

/** What a {@link CuboError} is made from. */
export interface CuboErrorOptions {
  /** Stable identifier of the kind of error; programs branch on it, never on the message. */
  code: CuboErrorCode;
  /** One sentence that says what happened to what (naming the path, document or part concerned). */
  message: string;
  /** One sentence that says what the reader can do about it. */
  remedy: string;
  /** The path or source the error is about, where there is one. */
  path?: string | undefined;
  /** The error that caused this one. */
  cause?: unknown;
}

/**
 * The one error type that Cubo throws on purpose. Its message ends with the remedy, so that a host which only
 * prints messages still tells its user what to do.
 *
 * Use {@link isCuboError} rather than `instanceof`: it also recognises errors of a second installed copy.
 */
export class CuboError extends Error {
  override readonly name = 'CuboError';
  /** Stable identifier of the kind of error. */
  readonly code: CuboErrorCode;
  /** What happened to what: the message without the remedy. */
  readonly summary: string;
  /** What the reader can do about it. */
  readonly remedy: string;
  /** The path or source the error is about, where there is one. */
  readonly path: string | undefined;

  constructor(options: CuboErrorOptions) {
    super(`${options.message} ${options.remedy}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.summary = options.message;
    this.remedy = options.remedy;
    this.path = options.path;
    Object.defineProperty(this, marker, { value: true });
  }
}

/** Tells whether a value is a {@link CuboError}, optionally of one given code, across copies of the package. */
export function isCuboError(value: unknown, code?: CuboErrorCode): value is CuboError {
  if (typeof value !== 'object' || value === null || !(marker in value)) return false;
  return code === undefined || (value as unknown as CuboError).code === code;
}
