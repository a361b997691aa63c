import type { Achievement } from './achievement.ts';
import type { HeatMap } from './heat-map.ts';
import type { HeatMapSvgOptions } from './heat-map-svg.ts';
import type { TopicMastery } from './mastery.ts';
import type { StudySession } from './session-fold.ts';
import type { StudyStreak } from './streak-fold.ts';
import type { StudyEvent, StudyEventKind } from './study-event.ts';

/** What a host reports: the parts of a study write all other events themselves. */
export type ReportedEvent = Extract<StudyEventKind, { type: 'chat-message' | 'reading' }> & {
  /** When, in milliseconds since the epoch. Default: now. */
  readonly at?: number | undefined;
};

/** What was done on a local day. */
export interface StudyDay {
  /** `2026-03-29`. */
  readonly date: string;
  /** Study time. A session over midnight is split between its days. */
  readonly milliseconds: number;
  /** Sessions that had a part in the day. */
  readonly sessions: number;
  readonly chatMessages: number;
  readonly questionsAnswered: number;
  readonly cardsReviewed: number;
}

/** Progress at a glance. */
export interface ProgressSummary {
  readonly milliseconds: number;
  readonly sessions: number;
  readonly longestSessionMilliseconds: number;
  readonly today: StudyDay;
  readonly streak: StudyStreak;
  readonly chatMessages: number;
  readonly questionsAnswered: number;
  /** Scores are 0 to 1, and `undefined` before the first quiz was finished. */
  readonly quizzes: {
    readonly finished: number;
    readonly averageScore: number | undefined;
    readonly bestScore: number | undefined;
  };
  readonly workshops: { readonly created: number; readonly completed: number; readonly lessonsCompleted: number };
  readonly decks: { readonly created: number; readonly mastered: number; readonly cardsReviewed: number };
  readonly mindMaps: { readonly created: number; readonly exports: number };
  readonly achievements: { readonly earned: number; readonly total: number };
}

/** Options of {@link Progress.sessions}, in milliseconds since the epoch. Default: all. */
export interface SessionsOptions {
  /** Only sessions that end at this time or later. */
  readonly from?: number | undefined;
  /** Only sessions that begin before this time. */
  readonly to?: number | undefined;
}

/**
 * What was studied, computed from the log alone: the same whatever order events arrived in, and kept when what they are
 * about is deleted. Time is counted from the activity of all modes: a session is a run of events with no pause of more
 * than 15 minutes in it, and what an event tells to have taken, at most 15 minutes, counts before it.
 */
export interface Progress {
  /**
   * Adds what only the host knows: a message that the user sent in a chat (`scoped` when it was bound to some of the
   * documents), or reading, with the milliseconds since something was read last. Gives the event as it is in the log.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`
   */
  record(event: ReportedEvent): StudyEvent;
  /** All that has been done, and how it stands today. */
  summary(): ProgressSummary;
  /** By time. */
  sessions(options?: SessionsOptions): StudySession[];
  /** The last days up to today, the oldest first, also those without study. Default 30, at most 3660. */
  daily(options?: { readonly days?: number | undefined }): StudyDay[];
  /** The last days up to today, in weeks. Default 90, at most 3660. */
  heatMap(options?: { readonly days?: number | undefined }): HeatMap;
  /** The same as a picture. */
  heatMapSvg(options?: HeatMapSvgOptions & { readonly days?: number | undefined }): string;
  /** How many days in a row something was learnt, now and at best. */
  streak(): StudyStreak;
  /** How well each topic is known, the weakest first, by the answers and reviews of the last 300 days. */
  mastery(): TopicMastery[];
  /** What is earned, in the order in which it was, and what is not yet, the nearest to its target first. */
  achievements(): { readonly earned: readonly Achievement[]; readonly next: readonly Achievement[] };
  /** Computes all anew. Progress does so by itself; only where events were replaced by as many others it cannot tell. */
  rebuild(): void;
}
