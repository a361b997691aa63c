/** How many days in a row something was studied. */
export interface StudyStreak {
  /** Up to today, or up to yesterday as long as nothing has been studied today. */
  readonly current: number;
  readonly longest: number;
  /** Whether something has been studied today. */
  readonly activeToday: boolean;
  /** Days without study that the current one was kept over by a freeze. */
  readonly frozenDays: number;
}

/** The streaks of days, by their numbers. */
export interface StreakFold {
  /** Days of the streak that the last day is in. */
  readonly days: number;
  add(day: number): void;
  read(today: number): StudyStreak;
}

/**
 * Makes the fold. A day without study is frozen as long as fewer than `freezesPerWeek` days of its week, which begins on a
 * Monday, are: the streak goes on behind it, and the day itself does not count. A pause that is not wholly frozen ends the
 * streak, and uses up no freeze.
 */
export function createStreakFold(freezesPerWeek: number): StreakFold {
  const active = new Set<number>();
  const frozen = new Map<number, number>();
  let last: number | undefined;
  let days = 0;
  let longest = 0;
  let frozenDays = 0;

  /** How many freezes the days between two need in each week; nothing where there are too few. */
  function freeze(after: number, before: number): Map<number, number> | undefined {
    const needed = new Map<number, number>();
    for (let day = after + 1; day < before; day++) {
      // Day 4 was the first Monday.
      const week = Math.floor((day - 4) / 7);
      const used = (needed.get(week) ?? frozen.get(week) ?? 0) + 1;
      if (used > freezesPerWeek) return undefined;
      needed.set(week, used);
    }
    return needed;
  }

  function append(day: number): void {
    const needed = last === undefined ? undefined : freeze(last, day);
    if (needed === undefined) {
      days = 0;
      frozenDays = 0;
    } else {
      for (const [week, used] of needed) frozen.set(week, used);
      frozenDays += day - (last as number) - 1;
    }
    days++;
    longest = Math.max(longest, days);
    last = day;
  }

  return {
    get days() {
      return days;
    },
    add(day) {
      if (active.has(day)) return;
      active.add(day);
      if (last === undefined || day > last) {
        append(day);
        return;
      }
      // What went on over midnight tells of the day before when that has passed already.
      frozen.clear();
      last = undefined;
      longest = 0;
      for (const each of [...active].sort((a, b) => a - b)) append(each);
    },
    read(today) {
      const isAlive = last !== undefined && (last >= today || freeze(last, today) !== undefined);
      return {
        current: isAlive ? days : 0,
        longest,
        activeToday: active.has(today),
        frozenDays: isAlive ? frozenDays + Math.max(0, today - (last as number) - 1) : 0,
      };
    },
  };
}
