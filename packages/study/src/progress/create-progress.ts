import { assertKnownOptions, type KnownOptions } from '@cubo/contracts';
import type { StudyParts } from '../study-parts.ts';
import { type Achievement, achievementRules } from './achievement.ts';
import { type HeatMap, layOutHeatMap } from './heat-map.ts';
import { type HeatMapSvgOptions, heatMapSvg } from './heat-map-svg.ts';
import { localDays as createLocalDays } from './local-days.ts';
import { masteryMemory, masteryOf } from './mastery.ts';
import type { Progress, SessionsOptions, StudyDay } from './progress.ts';
import { createProgressCache } from './progress-cache.ts';
import type { ProgressFold } from './progress-fold.ts';
import { checkDays, checkFreezes, checkReported } from './progress-options.ts';
import { openStudyLog } from './study-log.ts';
import { studyOfDays } from './study-of-days.ts';

/** What progress is computed with. */
export interface ProgressParts extends Pick<StudyParts, 'cubo' | 'clock' | 'timeZone'> {
  /** How many days without study are frozen in each week, Monday to Sunday, so that a streak goes on. Default 0. */
  readonly freezesPerWeek?: number | undefined;
}

const sessionsOptions: KnownOptions<SessionsOptions> = { from: true, to: true };
const daysOptions: KnownOptions<{ days?: number }> = { days: true };
const svgOptions: KnownOptions<HeatMapSvgOptions & { days?: number }> = {
  ...{ days: true, locale: true, title: true, colors: true },
};

/**
 * Makes the progress of a library.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function createProgress({ cubo, clock, timeZone, freezesPerWeek = 0 }: ProgressParts): Progress {
  checkFreezes(freezesPerWeek);
  const log = openStudyLog({ cubo, clock });
  const localDays = createLocalDays(timeZone);
  const cache = createProgressCache(log, { localDays, freezesPerWeek });
  const today = () => localDays.dayOf(clock.now());

  function daysUpToToday(days: number): StudyDay[] {
    const last = today();
    const fold = cache.read();
    const studied = studyOfDays(fold.sessions.sessions, localDays, last - days + 1);
    return Array.from({ length: days }, (_, i) => {
      const day = last - days + 1 + i;
      const none = { chatMessages: 0, questionsAnswered: 0, cardsReviewed: 0 };
      const time = studied.get(day) ?? { milliseconds: 0, sessions: 0 };
      return { date: localDays.dateOf(day), ...time, ...none, ...fold.days.get(day) };
    });
  }

  function heatMap(days: number): HeatMap {
    const last = today();
    const studied = studyOfDays(cache.read().sessions.sessions, localDays, last - days + 1);
    return layOutHeatMap(days, { today: last, localDays, studied: (day) => studied.get(day)?.milliseconds });
  }

  return {
    record(reported) {
      const { at = clock.now(), ...kind } = checkReported(reported);
      const { event, change } = log.entry(kind, at);
      cubo.records.change([change]);
      return event;
    },
    summary() {
      const fold = cache.read();
      const { metrics } = fold;
      const finished = metrics.quizzesFinished;
      return {
        milliseconds: metrics.studyMilliseconds,
        sessions: fold.sessions.sessions.length,
        longestSessionMilliseconds: metrics.longestSessionMilliseconds,
        today: daysUpToToday(1)[0] as StudyDay,
        streak: fold.streak.read(today()),
        chatMessages: metrics.chatMessages,
        questionsAnswered: fold.questionsAnswered,
        quizzes: {
          finished,
          averageScore: finished === 0 ? undefined : fold.quizScores / finished,
          bestScore: finished === 0 ? undefined : metrics.bestQuizScore,
        },
        workshops: {
          created: metrics.workshopsCreated,
          completed: metrics.workshopsCompleted,
          lessonsCompleted: metrics.lessonsCompleted,
        },
        decks: {
          created: metrics.decksCreated,
          mastered: metrics.decksMastered,
          cardsReviewed: metrics.cardsReviewed,
        },
        mindMaps: { created: metrics.mindMapsCreated, exports: metrics.mindMapExports },
        achievements: { earned: fold.earned.size, total: achievementRules.length },
      };
    },
    sessions(range = {}) {
      assertKnownOptions('sessions()', range, sessionsOptions);
      const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = range;
      return cache.read().sessions.sessions.filter(({ start, end }) => end >= from && start < to);
    },
    daily(given = {}) {
      assertKnownOptions('daily()', given, daysOptions);
      return daysUpToToday(checkDays(given.days ?? 30));
    },
    heatMap(given = {}) {
      assertKnownOptions('heatMap()', given, daysOptions);
      return heatMap(checkDays(given.days ?? 90));
    },
    heatMapSvg(given = {}) {
      assertKnownOptions('heatMapSvg()', given, svgOptions);
      const { days = 90, ...drawing } = given;
      return heatMapSvg(heatMap(checkDays(days)), drawing);
    },
    streak: () => cache.read().streak.read(today()),
    mastery() {
      const now = clock.now();
      const events = log.list({ from: now - masteryMemory });
      const undone = new Set(events.flatMap((event) => (event.type === 'undone' ? [event.event] : [])));
      return masteryOf(events, undone, now);
    },
    achievements() {
      const fold = cache.read();
      const read = achievementsOf(fold, {
        isToday: fold.lastDay === today(),
        streakDays: fold.streak.read(today()).current,
      });
      const share = ({ current, target }: Achievement) => current / target;
      return {
        earned: read
          .filter(({ earnedAt }) => earnedAt !== undefined)
          .sort((a, b) => (a.earnedAt as number) - (b.earnedAt as number)),
        next: read.filter(({ earnedAt }) => earnedAt === undefined).sort((a, b) => share(b) - share(a)),
      };
    },
    rebuild: () => cache.forget(),
  };
}

/** All achievements as they stand now, which for those of a day or a streak is not as the last event left them. */
function achievementsOf(
  fold: ProgressFold,
  now: { readonly isToday: boolean; readonly streakDays: number },
): Achievement[] {
  const metrics = {
    ...fold.metrics,
    streakDays: now.streakDays,
    chatMessagesToday: now.isToday ? fold.metrics.chatMessagesToday : 0,
  };
  return achievementRules.map((rule) => {
    const earnedAt = fold.earned.get(rule.id);
    const earned = earnedAt !== undefined && { earnedAt };
    if ('hours' in rule) {
      return { id: rule.id, metric: 'hours', current: Number(earnedAt !== undefined), target: 1, ...earned };
    }
    const { id, metric, target } = rule;
    return { id, metric, target, current: Math.min(target, metrics[metric]), ...earned };
  });
}
