export type { CoverageReport, Covered, DocumentCoverage, SectionCoverage } from './coverage/measure-coverage.ts';
export type { Difficulty } from './difficulty.ts';
export type { ClozeFlashcard, Flashcard, FlashcardBase, TwoSidedFlashcard } from './flashcards/flashcard.ts';
export type { DropReason } from './generation/ground-candidate.ts';
export type { Grounding, GroundingState } from './grounding/grounding.ts';
export type { MindMap, MindMapNode } from './mind-map/mind-map.ts';
export type { Origin } from './origin.ts';
export type { StudyEvent, StudyEventKind } from './progress/study-event.ts';
export type {
  AskedQuestion,
  Attempt,
  AttemptLine,
  AttemptMode,
  QuestionHistory,
  QuizResults,
  StartOptions,
  TopicMastery,
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
