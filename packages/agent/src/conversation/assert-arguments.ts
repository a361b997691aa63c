import { badArgument } from '@cubo/contracts';

/**
 * Refuses what no conversation can be called: texts with half of a pair of surrogates would be stored as one and the same.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertId(id: unknown): asserts id is string {
  if (typeof id === 'string' && id !== '' && id.isWellFormed()) return;
  throw badArgument('The id of a conversation is no text.', 'Pass a name of one or more characters of Unicode.');
}

/** @throws CuboError `CUBO_BAD_ARGUMENT` */
export function assertText(name: string, text: unknown): void {
  if (typeof text === 'string') return;
  throw badArgument(`The ${name} is no text.`, 'Pass a text.');
}

/** @throws CuboError `CUBO_BAD_ARGUMENT` */
export function assertCount(name: string, count: unknown): void {
  if (count === undefined || (Number.isSafeInteger(count) && (count as number) >= 0)) return;
  throw badArgument(`The option ${name} is ${String(count)}.`, 'Pass a whole number from 0 on.');
}

/** @throws CuboError `CUBO_BAD_ARGUMENT` */
export function assertSignal(signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw badArgument('The option signal is no AbortSignal.', 'Pass the signal of an AbortController.');
}
