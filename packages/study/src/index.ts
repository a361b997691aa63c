export type { CoverageReport, Covered, DocumentCoverage, SectionCoverage } from './coverage/measure-coverage.ts';
export type { Difficulty } from './difficulty.ts';
export type {
  Cards,
  CardsOptions,
  DuplicateCards,
  FlashcardChanges,
  GivenSchedule,
  NewFlashcard,
  NewFlashcardBase,
} from './flashcards/cards.ts';
export type { Deck, DeckCounts, DeckSettings } from './flashcards/deck.ts';
export type {
  CardSide,
  DeckLine,
  DeckReport,
  DeckStep,
  Decks,
  ForecastDay,
  GenerateDeckOptions,
  ReviewResult,
  ReviewStatistics,
} from './flashcards/decks.ts';
export type {
  ClozeFlashcard,
  Flashcard,
  FlashcardBase,
  FlashcardKind,
  FlashcardText,
  TwoSidedFlashcard,
} from './flashcards/flashcard.ts';
export type { SideFaces, SideName } from './flashcards/flashcard-text.ts';
export type { ReviewEntry } from './flashcards/review-entry.ts';
export type { Schedule, ScheduleState } from './flashcards/schedule.ts';
export type { ReviewOutcome, ReviewRating } from './flashcards/scheduler.ts';
export type { DropReason } from './generation/ground-candidate.ts';
export type { Grounding, GroundingState } from './grounding/grounding.ts';
export type { MindMap, MindMapNode } from './mind-map/mind-map.ts';
export type { Origin } from './origin.ts';
export type { Achievement, AchievementId, AchievementRule, StudyMetrics } from './progress/achievement.ts';
export { achievementRules } from './progress/achievement.ts';
export type { HeatMap, HeatMapDay, StudyLevel } from './progress/heat-map.ts';
export type { HeatMapSvgOptions } from './progress/heat-map-svg.ts';
export type { TopicMastery } from './progress/mastery.ts';
export type { Progress, ProgressSummary, ReportedEvent, SessionsOptions, StudyDay } from './progress/progress.ts';
export type { StudySession } from './progress/session-fold.ts';
export type { StudyStreak } from './progress/streak-fold.ts';
export type { StudyEvent, StudyEventKind } from './progress/study-event.ts';
export type {
  ClozeQuestion,
  MultipleChoiceQuestion,
  MultiSelectQuestion,
  NumericQuestion,
  QuestionBase,
  QuestionKind,
  QuizQuestion,
  ShortAnswerQuestion,
  TrueFalseQuestion,
} from './quiz/quiz-question.ts';
