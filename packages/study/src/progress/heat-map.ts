import type { LocalDays } from './local-days.ts';

const minute = 60_000;
/** From how much study on a day is of a level; whatever is done at all is of the first. */
const levelsFrom = [0, 15 * minute, 60 * minute, 180 * minute];

/** How much was studied: 0 nothing, 1 below 15 minutes, 2 below an hour, 3 below three hours, 4 three hours and more. */
export type StudyLevel = 0 | 1 | 2 | 3 | 4;

/** A day of a heat map. */
export interface HeatMapDay {
  /** `2026-03-29`. */
  readonly date: string;
  readonly milliseconds: number;
  readonly level: StudyLevel;
  /** Column, from 0. */
  readonly week: number;
  /** Row: 0 Monday to 6 Sunday. */
  readonly weekday: number;
}

/** Days in columns of weeks, which begin on Mondays. */
export interface HeatMap {
  /** All days, the oldest first. The first column begins with the weekday of the first. */
  readonly days: readonly HeatMapDay[];
  /** How many columns there are. */
  readonly weeks: number;
  /** Where each month begins, by the first column that has its first day; the first column has a month in any case. */
  readonly months: readonly { readonly week: number /** `2026-03`. */; readonly month: string }[];
}

/** Lays out the days up to today. */
export function layOutHeatMap(
  days: number,
  {
    today,
    localDays,
    studied,
  }: {
    readonly today: number;
    readonly localDays: LocalDays;
    /** Milliseconds of a day; `undefined` where nothing was done. */
    readonly studied: (day: number) => number | undefined;
  },
): HeatMap {
  const first = today - days + 1;
  const pads = localDays.weekdayOf(first);
  const laid = Array.from({ length: days }, (_, i): HeatMapDay => {
    const milliseconds = studied(first + i);
    return {
      date: localDays.dateOf(first + i),
      milliseconds: milliseconds ?? 0,
      level: milliseconds === undefined ? 0 : levelOf(milliseconds),
      week: Math.floor((pads + i) / 7),
      weekday: localDays.weekdayOf(first + i),
    };
  });
  const months = laid
    .filter(({ date }, i) => i === 0 || date.endsWith('-01'))
    .map(({ date, week }) => ({ week, month: date.slice(0, 7) }));
  return { days: laid, weeks: Math.ceil((pads + days) / 7), months };
}

function levelOf(milliseconds: number): StudyLevel {
  return levelsFrom.filter((from) => milliseconds >= from).length as StudyLevel;
}
