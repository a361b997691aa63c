import { CuboError } from '@cubo/contracts';
import { assertEmbedder } from '../indexes/assert-embedder.ts';
import type { CuboOptions } from './cubo-options.ts';

/**
 * Refuses options that make no sense, before anything is opened.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertOptions({ embedder, maximumBytes, lockTimeoutMilliseconds }: CuboOptions): void {
  if (embedder) assertEmbedder(embedder);
  if (maximumBytes !== undefined && !(maximumBytes > 0)) {
    throw badArgument(`maximumBytes is ${maximumBytes}.`, 'Pass a positive number of bytes.');
  }
  if (lockTimeoutMilliseconds !== undefined && !(lockTimeoutMilliseconds >= 0)) {
    throw badArgument(
      `lockTimeoutMilliseconds is ${lockTimeoutMilliseconds}.`,
      'Pass a number of milliseconds from 0 up; 0 does not wait at all.',
    );
  }
}

function badArgument(message: string, remedy: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
