/** What achievements are measured by, over all of the log up to an event. */
export interface StudyMetrics {
  chatMessages: number;
  /** On the local day of the event. */
  chatMessagesToday: number;
  /** Of conversations that were bound to some of the documents. */
  scopedChatMessages: number;
  studyMilliseconds: number;
  longestSessionMilliseconds: number;
  streakDays: number;
  /** Each time a quiz is finished counts. */
  quizzesFinished: number;
  /** 0 to 1. */
  bestQuizScore: number;
  /** Quizzes of difficulty `advanced` that were finished with 0.8 or more. */
  advancedQuizzesPassed: number;
  workshopsCreated: number;
  lessonsCompleted: number;
  workshopsCompleted: number;
  decksCreated: number;
  cardsReviewed: number;
  decksMastered: number;
  mindMapsCreated: number;
  mindMapExports: number;
}

/** Id of an achievement. */
export type AchievementId =
  | 'first_question'
  | 'conversationalist'
  | 'hour_of_power'
  | 'streak_3'
  | 'streak_7'
  | 'centurion'
  | 'night_owl'
  | 'early_bird'
  | 'curious_mind'
  | 'deep_diver'
  | 'first_quiz'
  | 'perfect_score'
  | 'advanced_scholar'
  | 'quiz_marathon'
  | 'workshop_outline'
  | 'lesson_learned'
  | 'workshop_graduate'
  | 'workshop_marathon'
  | 'first_deck'
  | 'card_reviewer'
  | 'deck_master'
  | 'deck_collector'
  | 'mind_mapper'
  | 'cartographer'
  | 'concept_network';

/** What has to be reached: a value of a metric, or anything done at some hours of the day. */
export type AchievementRule =
  | { readonly id: AchievementId; readonly metric: keyof StudyMetrics; readonly target: number }
  | {
      readonly id: AchievementId;
      /** Local hours, from one on and before another; around midnight where the first is the later. */
      readonly hours: readonly [from: number, to: number];
    };

/** The achievements. */
export const achievementRules: readonly AchievementRule[] = [
  { id: 'first_question', metric: 'chatMessages', target: 1 },
  { id: 'conversationalist', metric: 'chatMessagesToday', target: 10 },
  { id: 'hour_of_power', metric: 'studyMilliseconds', target: 3_600_000 },
  { id: 'streak_3', metric: 'streakDays', target: 3 },
  { id: 'streak_7', metric: 'streakDays', target: 7 },
  { id: 'centurion', metric: 'chatMessages', target: 100 },
  { id: 'night_owl', hours: [22, 4] },
  { id: 'early_bird', hours: [5, 8] },
  { id: 'curious_mind', metric: 'scopedChatMessages', target: 1 },
  { id: 'deep_diver', metric: 'longestSessionMilliseconds', target: 1_800_000 },
  { id: 'first_quiz', metric: 'quizzesFinished', target: 1 },
  { id: 'perfect_score', metric: 'bestQuizScore', target: 1 },
  { id: 'advanced_scholar', metric: 'advancedQuizzesPassed', target: 1 },
  { id: 'quiz_marathon', metric: 'quizzesFinished', target: 10 },
  { id: 'workshop_outline', metric: 'workshopsCreated', target: 1 },
  { id: 'lesson_learned', metric: 'lessonsCompleted', target: 1 },
  { id: 'workshop_graduate', metric: 'workshopsCompleted', target: 1 },
  { id: 'workshop_marathon', metric: 'workshopsCompleted', target: 5 },
  { id: 'first_deck', metric: 'decksCreated', target: 1 },
  { id: 'card_reviewer', metric: 'cardsReviewed', target: 50 },
  { id: 'deck_master', metric: 'decksMastered', target: 1 },
  { id: 'deck_collector', metric: 'decksCreated', target: 5 },
  { id: 'mind_mapper', metric: 'mindMapsCreated', target: 1 },
  { id: 'cartographer', metric: 'mindMapExports', target: 1 },
  { id: 'concept_network', metric: 'mindMapsCreated', target: 5 },
];

/** An achievement, earned or not. Those with hours have a target of 1. */
export interface Achievement {
  readonly id: AchievementId;
  /** What it is measured by; `hours` for those that ask for something done at some hours of the day. */
  readonly metric: keyof StudyMetrics | 'hours';
  /** What the metric is now, at most the target. */
  readonly current: number;
  readonly target: number;
  /** When it was earned, in milliseconds since the epoch: the time of the event that met the target first. */
  readonly earnedAt?: number | undefined;
}

/** Whether an hour of the day is among those of a rule. */
export function isWithin(hour: number, [from, to]: readonly [number, number]): boolean {
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}
