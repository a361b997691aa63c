import assert from 'node:assert/strict';
import { rejection } from './assert-cubo-error.ts';

/**
 * Fails unless `action` rejects because the signal it is given is already aborted: with the signal's reason, with an
 * error caused by it, or with an `AbortError`.
 */
export async function assertAborts(action: (signal: AbortSignal) => Promise<unknown>, what: string): Promise<void> {
  const reason = new Error('aborted by the conformance suite');
  const error = await rejection(
    () => action(AbortSignal.abort(reason)),
    `${what} must reject when its signal is already aborted`,
  );
  const abort = error === reason || (error instanceof Error && (error.cause === reason || error.name === 'AbortError'));
  assert.ok(abort, `${what} must reject with the reason of its signal, not with ${String(error)}`);
}
