import type { CuboErrorCode } from '@cubo/contracts';

/** Something that `doctor` found. */
export interface Problem {
  /** An `error` makes results wrong or missing; a `warning` only wastes space or time. */
  readonly severity: 'error' | 'warning';
  readonly code: CuboErrorCode;
  /** What is wrong with what, in one sentence. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
  readonly path?: string | undefined;
  /** URIs of the documents that are affected. */
  readonly documents?: readonly string[] | undefined;
}
