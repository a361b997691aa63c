import type { CuboError } from '@cubo/contracts';

/** Reasons of the operating system that may be gone in a moment: in use elsewhere, too much at once, a network share. */
const passing: ReadonlySet<string> = new Set([
  ...['EAGAIN', 'EBUSY', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY', 'EINTR'],
  ...['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH'],
  ...['ENOTCONN', 'EPIPE', 'ESTALE', 'ETIMEDOUT'],
]);

/** Whether a source that could not be read may be readable a little later. */
export function isPassingProblem(problem: CuboError): boolean {
  if (problem.code === 'CUBO_SOURCE_CHANGED') return true;
  if (problem.code !== 'CUBO_SOURCE_UNREADABLE') return false;
  for (let cause: unknown = problem.cause; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && passing.has(code)) return true;
  }
  return false;
}
