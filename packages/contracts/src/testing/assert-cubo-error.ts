import assert from 'node:assert/strict';
import { isCuboError } from '../errors/cubo-error.ts';
import type { CuboErrorCode } from '../errors/cubo-error-code.ts';

/** Fails unless `action` rejects with a `CuboError`, of the given code where one is given, that has a remedy. */
export async function assertCuboError(
  action: () => Promise<unknown>,
  what: string,
  code?: CuboErrorCode,
): Promise<void> {
  const wanted = code ?? 'a CuboError';
  const error = await rejection(action, `${what} must be refused with ${wanted}`);
  assert.ok(isCuboError(error), `${what} must be refused with ${wanted}, not with ${String(error)}`);
  if (code !== undefined) assert.equal(error.code, code, `${what} must be refused with ${code}`);
  assert.match(error.code, /^CUBO_[A-Z_]+$/, `${what}: the error has no code`);
  assert.ok(error.remedy.trim() !== '', `${what}: the error does not say what to do`);
}

/** What `action` rejects with; fails with `message` when it resolves. */
export async function rejection(action: () => Promise<unknown>, message: string): Promise<unknown> {
  try {
    await action();
  } catch (error) {
    return error;
  }
  throw new assert.AssertionError({ message });
}
