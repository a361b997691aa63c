export type {
  BackupHeader,
  BackupRecord,
  RestoreOptions,
  RestoreReport,
  StudyBackup,
  StudyBackups,
} from './backup/study-backup.ts';
export type { CoverageReport, Covered, DocumentCoverage, SectionCoverage } from './coverage/measure-coverage.ts';
export { createStudy } from './create-study.ts';
export type { Difficulty } from './difficulty.ts';
export { type ApkgOptions, decksToApkg } from './exports/anki/decks-to-apkg.ts';
export { decksToAnkiText, decksToCsv, deckToQuizlet } from './exports/decks/deck-to-text.ts';
export type { ExportedDeck, ExportedSchedule } from './exports/decks/exported-deck.ts';
export type { ExportedQuiz } from './exports/quizzes/exported-quiz.ts';
export { quizToCsv } from './exports/quizzes/quiz-to-csv.ts';
export { quizToGift } from './exports/quizzes/quiz-to-gift.ts';
export { quizToJson } from './exports/quizzes/quiz-to-json.ts';
export {
  type QuizMarkdownOptions,
  type QuizMarkdownWords,
  quizToMarkdown,
} from './exports/quizzes/quiz-to-markdown.ts';
export { quizToMoodleXml } from './exports/quizzes/quiz-to-moodle-xml.ts';
export { quizToQti } from './exports/quizzes/quiz-to-qti.ts';
export {
  type ExportedLesson,
  type ExportedWorkshop,
  workshopToMarkdown,
} from './exports/workshops/workshop-to-markdown.ts';
export type {
  Cards,
  CardsOptions,
  CardsReport,
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
export { decksFromApkg } from './imports/anki/decks-from-apkg.ts';
export { decksFromAnkiText, decksFromCsv, decksFromQuizlet } from './imports/decks/decks-from-text.ts';
export type { ImportedCard, ImportedDeck, ImportedDecks } from './imports/decks/imported-decks.ts';
export type { ImportedQuiz } from './imports/quizzes/imported-quiz.ts';
export { quizFromCsv } from './imports/quizzes/quiz-from-csv.ts';
export { quizFromGift } from './imports/quizzes/quiz-from-gift.ts';
export { quizFromJson } from './imports/quizzes/quiz-from-json.ts';
export { quizFromMoodleXml } from './imports/quizzes/quiz-from-moodle-xml.ts';
export { quizFromQti } from './imports/quizzes/quiz-from-qti.ts';
export type { SkippedItem } from './imports/text/bad-file.ts';
export { type MindMapSvgOptions, mindMapToSvg } from './mind-map/export/mind-map-to-svg.ts';
export {
  mindMapToMarkdown,
  mindMapToMarkmap,
  mindMapToMermaid,
  mindMapToOpml,
} from './mind-map/export/mind-map-to-text.ts';
export type { MindMapTheme } from './mind-map/export/style-sheet.ts';
export { layOutMindMap } from './mind-map/layout/lay-out-mind-map.ts';
export type { MindMapLayout, MindMapPlan, PlacedNode } from './mind-map/layout/layout.ts';
export type { NodeBox } from './mind-map/layout/node-box.ts';
export type { MindMap, MindMapNode } from './mind-map/mind-map.ts';
export type {
  AddNodeOptions,
  ChangeNodeOptions,
  CreateMindMapOptions,
  ExportMindMapOptions,
  GenerateMindMapOptions,
  MadeMindMap,
  MindMapChangeOptions,
  MindMapSummary,
  MindMaps,
  MoveNodeOptions,
} from './mind-map/mind-maps.ts';
export type { DroppedNode } from './mind-map/read-tree.ts';
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
  AskedQuestion,
  Attempt,
  AttemptLine,
  AttemptMode,
  QuestionHistory,
  QuizResults,
  StartOptions,
  TopicScore,
} from './quiz/attempts/attempt.ts';
export type { AnswerOptions } from './quiz/attempts/attempt-methods.ts';
export type { QuizAnswer, Verdict } from './quiz/grading/quiz-answer.ts';
export type { CheckedQuestion, Quiz, QuizLine } from './quiz/quiz.ts';
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
export type {
  CreateQuizOptions,
  GenerateQuizOptions,
  MoreQuestionsOptions,
  QuestionInput,
  QuizReport,
  QuizStep,
  QuizStream,
  Quizzes,
} from './quiz/quizzes.ts';
export type { Study, StudyOptions } from './study.ts';
export type { StudyLibrary } from './study-parts.ts';
export type { Lesson, LessonCitation, LessonText, Workshop, WorkshopLine } from './workshop/workshop.ts';
export type {
  FinalQuizOptions,
  GenerateWorkshopOptions,
  LessonChange,
  LessonOptions,
  LessonStep,
  LessonStream,
  Workshops,
} from './workshop/workshops.ts';
