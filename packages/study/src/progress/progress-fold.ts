import { type AchievementId, achievementRules, isWithin, type StudyMetrics } from './achievement.ts';
import type { LocalDays } from './local-days.ts';
import { createSessionFold, type SessionFold } from './session-fold.ts';
import { createStreakFold, type StreakFold } from './streak-fold.ts';
import type { StudyEvent } from './study-event.ts';

/** What was done on a local day. */
export interface DayCounts {
  chatMessages: number;
  questionsAnswered: number;
  cardsReviewed: number;
}

/** What is computed of events that are added by time. */
export interface ProgressFold {
  readonly metrics: Readonly<StudyMetrics>;
  readonly sessions: SessionFold;
  readonly streak: StreakFold;
  /** By number of the day. */
  readonly days: ReadonlyMap<number, Readonly<DayCounts>>;
  readonly earned: ReadonlyMap<AchievementId, number>;
  /** Day of the last event. */
  readonly lastDay: number | undefined;
  readonly questionsAnswered: number;
  /** Sum of the scores of all quizzes that were finished. */
  readonly quizScores: number;
  add(event: StudyEvent, isUndone: boolean): void;
}

/** What scores are compared with may be off by what adding up fractions is. */
const rounding = 1e-9;

/** Makes the fold. What was undone is time of study, and nothing else. */
export function createProgressFold(localDays: LocalDays, freezesPerWeek: number): ProgressFold {
  const sessions = createSessionFold();
  const streak = createStreakFold(freezesPerWeek);
  const days = new Map<number, DayCounts>();
  const earned = new Map<AchievementId, number>();
  const distinct = new Set<string>();
  const metrics = noMetrics();
  let unearned: readonly (typeof achievementRules)[number][] = achievementRules;
  let lastDay: number | undefined;
  let questionsAnswered = 0;
  let quizScores = 0;

  /** 1 the first time, and 0 from then on. */
  function once(...names: readonly string[]): number {
    const size = distinct.size;
    return distinct.add(JSON.stringify(names)).size - size;
  }

  function count(event: StudyEvent, counts: DayCounts): void {
    switch (event.type) {
      case 'chat-message':
        metrics.chatMessages++;
        metrics.chatMessagesToday = ++counts.chatMessages;
        if (event.scoped) metrics.scopedChatMessages++;
        break;
      case 'question-answered':
        questionsAnswered++;
        counts.questionsAnswered++;
        break;
      case 'card-reviewed':
        metrics.cardsReviewed++;
        counts.cardsReviewed++;
        break;
      case 'quiz-finished': {
        const isPerfect = event.score >= 1 - rounding;
        metrics.quizzesFinished++;
        metrics.bestQuizScore = Math.max(metrics.bestQuizScore, isPerfect ? 1 : event.score);
        if (event.difficulty === 'advanced' && event.score >= 0.8 - rounding) metrics.advancedQuizzesPassed++;
        quizScores += event.score;
        break;
      }
      case 'workshop-created':
        metrics.workshopsCreated += once(event.type, event.workshop);
        break;
      case 'lesson-completed':
        metrics.lessonsCompleted += once(event.type, event.workshop, event.lesson);
        break;
      case 'workshop-completed':
        metrics.workshopsCompleted += once(event.type, event.workshop);
        break;
      case 'deck-created':
        metrics.decksCreated += once(event.type, event.deck);
        break;
      case 'deck-mastered':
        metrics.decksMastered += once(event.type, event.deck);
        break;
      case 'mind-map-created':
        metrics.mindMapsCreated += once(event.type, event.map);
        break;
      case 'mind-map-exported':
        metrics.mindMapExports++;
        break;
    }
  }

  return {
    ...{ metrics, sessions, streak, days, earned },
    get lastDay() {
      return lastDay;
    },
    get questionsAnswered() {
      return questionsAnswered;
    },
    get quizScores() {
      return quizScores;
    },
    add(event, isUndone) {
      const milliseconds = 'milliseconds' in event ? (event.milliseconds ?? 0) : 0;
      const began = sessions.add(event.at, milliseconds);
      const day = localDays.dayOf(event.at);
      streak.add(localDays.dayOf(began));
      streak.add(day);
      if (day !== lastDay) metrics.chatMessagesToday = 0;
      lastDay = day;
      metrics.studyMilliseconds = sessions.milliseconds;
      metrics.longestSessionMilliseconds = sessions.longest;
      metrics.streakDays = streak.days;
      const counts = days.get(day) ?? { chatMessages: 0, questionsAnswered: 0, cardsReviewed: 0 };
      days.set(day, counts);
      if (!isUndone) count(event, counts);
      const met = unearned.filter((rule) =>
        'hours' in rule ? isWithin(localDays.hourOf(event.at), rule.hours) : metrics[rule.metric] >= rule.target,
      );
      if (met.length === 0) return;
      for (const { id } of met) earned.set(id, event.at);
      unearned = unearned.filter(({ id }) => !earned.has(id));
    },
  };
}

function noMetrics(): StudyMetrics {
  return {
    ...{ chatMessages: 0, chatMessagesToday: 0, scopedChatMessages: 0 },
    ...{ studyMilliseconds: 0, longestSessionMilliseconds: 0, streakDays: 0 },
    ...{ quizzesFinished: 0, bestQuizScore: 0, advancedQuizzesPassed: 0 },
    ...{ workshopsCreated: 0, lessonsCompleted: 0, workshopsCompleted: 0 },
    ...{ decksCreated: 0, cardsReviewed: 0, decksMastered: 0, mindMapsCreated: 0, mindMapExports: 0 },
  };
}
