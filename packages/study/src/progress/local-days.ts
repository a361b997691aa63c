import { badArgument } from '@cubo/contracts';

const hourLength = 3_600_000;
const dayLength = 24 * hourLength;
/** Offsets are looked up for so long at once: hardly any of these has a change of the clocks in it. */
const spanLength = 6 * hourLength;

/** The days of a time zone, numbered from 1 January 1970 on; where the clocks change they have 23 or 25 hours. */
export interface LocalDays {
  /** Number of the day that a time is in. */
  dayOf(time: number): number;
  /** First millisecond of a day. */
  startOf(day: number): number;
  /** What the clocks show, 0 to 23. */
  hourOf(time: number): number;
  /** `2026-03-29`. */
  dateOf(day: number): string;
  /** 0 Monday to 6 Sunday. */
  weekdayOf(day: number): number;
}

/**
 * Makes the days of a time zone.
 *
 * @param rolloverHour when a day begins by the clocks, 0 to 23: what is done before still counts to the day before
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function localDays(timeZone: string, rolloverHour = 0): LocalDays {
  const offsetOf = createOffsets(timeZone);
  const rollover = rolloverHour * hourLength;
  const starts = new Map<number, number>();
  const dayOf = (time: number) => Math.floor((time + offsetOf(time) - rollover) / dayLength);

  /** Clocks may skip the hour that a day begins at, or a whole day: so it is searched for, and not computed. */
  function findStart(day: number): number {
    let before = day * dayLength + rollover - 2 * dayLength;
    let within = before + 4 * dayLength;
    while (within - before > 1) {
      const middle = Math.floor((before + within) / 2);
      if (dayOf(middle) >= day) within = middle;
      else before = middle;
    }
    return within;
  }

  return {
    dayOf,
    startOf(day) {
      const known = starts.get(day);
      if (known !== undefined) return known;
      const start = findStart(day);
      starts.set(day, start);
      return start;
    },
    hourOf: (time) => Math.floor(((((time + offsetOf(time)) % dayLength) + dayLength) % dayLength) / hourLength),
    dateOf: (day) => new Date(day * dayLength).toISOString().slice(0, 10),
    weekdayOf: (day) => (((day + 3) % 7) + 7) % 7,
  };
}

/** How many milliseconds the clocks of a time zone are ahead of UTC at a time. */
function createOffsets(timeZone: string): (time: number) => number {
  const format = openFormat(timeZone);
  const spans = new Map<number, number | undefined>();

  function read(time: number): number {
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day, hour, minute, second } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
  }

  return (time) => {
    const span = Math.floor(time / spanLength);
    if (!spans.has(span)) {
      const first = read(span * spanLength);
      spans.set(span, first === read((span + 1) * spanLength) ? first : undefined);
    }
    return spans.get(span) ?? read(time);
  };
}

function openFormat(timeZone: string): Intl.DateTimeFormat {
  const format = tryFormat(timeZone);
  if (format !== undefined) return format;
  throw badArgument(`There is no time zone ${String(timeZone)}.`, 'Names are like Europe/Berlin.');
}

function tryFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric';
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: numeric, month: numeric, day: numeric },
      ...{ hour: numeric, minute: numeric, second: numeric },
    });
  } catch {
    return undefined;
  }
}
