import { assertKnownOptions, badArgument } from '@cubo/contracts';
import type { ReportedEvent } from './progress.ts';

const reported = {
  'chat-message': { type: true, at: true, scoped: true },
  reading: { type: true, at: true, milliseconds: true },
} as const;

/** @throws CuboError `CUBO_BAD_ARGUMENT` */
export function checkReported(event: ReportedEvent): ReportedEvent {
  const type: unknown = event?.type;
  if (type !== 'chat-message' && type !== 'reading') {
    throw badArgument(`The type of an event is ${String(type)}.`, 'Hosts report chat-message and reading.');
  }
  assertKnownOptions('record()', event, reported[type]);
  if (event.at !== undefined && !Number.isFinite(event.at)) {
    throw badArgument(`The time of an event is ${String(event.at)}.`, 'Pass milliseconds since the epoch.');
  }
  if (event.type === 'chat-message' && typeof event.scoped !== 'boolean') {
    throw badArgument(`scoped of a chat message is ${String(event.scoped)}.`, 'Pass true or false.');
  }
  if (event.type === 'reading' && !(event.milliseconds >= 0 && Number.isFinite(event.milliseconds))) {
    throw badArgument(`The milliseconds of reading are ${String(event.milliseconds)}.`, 'Pass a number from 0 on.');
  }
  return event;
}

/** @throws CuboError `CUBO_BAD_ARGUMENT` */
export function checkDays(days: number): number {
  if (Number.isSafeInteger(days) && days >= 1 && days <= 3660) return days;
  throw badArgument(`The option days is ${String(days)}.`, 'Pass a whole number from 1 to 3660.');
}

/** @throws CuboError `CUBO_BAD_ARGUMENT` */
export function checkFreezes(freezesPerWeek: number): void {
  if (Number.isSafeInteger(freezesPerWeek) && freezesPerWeek >= 0 && freezesPerWeek <= 6) return;
  throw badArgument(`The option freezesPerWeek is ${String(freezesPerWeek)}.`, 'Pass a whole number from 0 to 6.');
}
