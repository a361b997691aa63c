import type { Scope } from '@cubo/contracts';
import type { AwaitableSteps } from '@cubo/core';
import type { CoverageReport } from '../coverage/measure-coverage.ts';
import type { Difficulty } from '../difficulty.ts';
import type { AttemptMethods } from './attempts/attempt-methods.ts';
import type { Quiz, QuizLine } from './quiz.ts';
import type {
  ClozeQuestion,
  MultipleChoiceQuestion,
  MultiSelectQuestion,
  NumericQuestion,
  QuestionKind,
  QuizQuestion,
  ShortAnswerQuestion,
  TrueFalseQuestion,
} from './quiz-question.ts';

/** How a quiz is made from documents. */
export interface GenerateQuizOptions {
  /** Of which documents. Default: all. */
  readonly scope?: Scope | undefined;
  /** How many questions: 1 to 200. */
  readonly count: number;
  /** Of which kinds, in equal shares. Default: multiple-choice and true-false; without a language model those that rules can make. */
  readonly kinds?: readonly QuestionKind[] | undefined;
  /** Default `intermediate`. */
  readonly difficulty?: Difficulty | undefined;
  /** Default: the titles of the documents. */
  readonly title?: string | undefined;
  /** Asks nothing that these quizzes ask, or any quiz (true), and of other passages as far as there are some. Default: none. */
  readonly excludeAsked?: true | readonly string[] | undefined;
  /** Stops it; nothing is stored then. */
  readonly signal?: AbortSignal | undefined;
}

/** How further questions are made. */
export interface MoreQuestionsOptions
  extends Pick<GenerateQuizOptions, 'kinds' | 'difficulty' | 'excludeAsked' | 'signal'> {
  /** Default: that of the quiz; where that went with an erased document, the documents its questions rest on. */
  readonly scope?: Scope | undefined;
}

/** What came of a generation of questions. */
export interface QuizReport {
  readonly type: 'done';
  /** The quiz, as it is stored now. */
  readonly quiz: Quiz;
  /** The questions that were made. */
  readonly questions: readonly QuizQuestion[];
  /** How many of the questions that were asked for are missing. */
  readonly shortfall: number;
  /** How many were not taken, by why: `invalid`, `quote-not-found`, `unsupported` … */
  readonly dropped: Readonly<Record<string, number>>;
}

/** A step: a question as soon as it is sound; at last, when the quiz has been stored, what came of it. */
export type QuizStep = { readonly type: 'question'; readonly question: QuizQuestion } | QuizReport;

/** Questions as they come; awaited, the report. */
export type QuizStream = AwaitableSteps<QuizStep, QuizReport>;

/** A question that a host has made: as `QuizQuestion`, without what it is given when it is added. */
export type QuestionInput =
  | Omit<MultipleChoiceQuestion, 'id' | 'origin' | 'grounding'>
  | Omit<TrueFalseQuestion, 'id' | 'origin' | 'grounding'>
  | Omit<MultiSelectQuestion, 'id' | 'origin' | 'grounding'>
  | Omit<ClozeQuestion, 'id' | 'origin' | 'grounding'>
  | Omit<ShortAnswerQuestion, 'id' | 'origin' | 'grounding'>
  | Omit<NumericQuestion, 'id' | 'origin' | 'grounding'>;

/** A quiz that is made by hand, or read from elsewhere. */
export interface CreateQuizOptions {
  readonly title: string;
  readonly questions?: readonly QuestionInput[] | undefined;
  readonly difficulty?: Difficulty | undefined;
  /** Default `user`. */
  readonly origin?: 'user' | 'import' | undefined;
}

/** Quizzes, kept in the library. */
export interface Quizzes extends AttemptMethods {
  /**
   * Makes a quiz from documents: each question rests on words of them. It is stored when it is complete, with as many sound
   * questions as came. Runs as its steps are read, or when it is awaited.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_GENERATOR_FAILED`, `CUBO_STUDY_NOTHING_MADE` where not one question is
   * sound; the reason of the signal
   */
  generate(options: GenerateQuizOptions): QuizStream;
  /**
   * Makes further questions for a quiz: others, of passages that have not been asked about as far as there are some.
   *
   * @throws as `generate`, and `CUBO_STUDY_NOT_FOUND`
   */
  more(quiz: string, count: number, options?: MoreQuestionsOptions): QuizStream;
  /**
   * Makes a quiz of the user's own.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT` for a question that is none
   */
  create(options: CreateQuizOptions): Promise<Quiz>;
  /**
   * Adds questions at the end of a quiz, and gives them with their ids.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT` for a question that is none
   */
  add(
    quiz: string,
    questions: readonly QuestionInput[],
    options?: { /** Default `user`. */ readonly origin?: 'user' | 'import' | undefined },
  ): QuizQuestion[];
  /**
   * Changes parts of a question; its kind stays. The place it rests on stays too.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT` where it would be no question any more
   */
  edit(question: string, changes: Readonly<Record<string, unknown>>): QuizQuestion;
  /** Deletes a question; false where there was none. Attempts go on without it. */
  remove(question: string): boolean;
  /**
   * Orders the questions of a quiz.
   *
   * @param questions ids of all of its questions, each once
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`; `CUBO_RECORD_CHANGED` where another changes one meanwhile
   */
  reorder(quiz: string, questions: readonly string[]): void;
  /**
   * Gives a quiz another title.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
   */
  rename(quiz: string, title: string): void;
  /** The quizzes, the latest first. */
  list(): QuizLine[];
  /**
   * A quiz with its questions, and of each whether its words still stand in the document.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  get(quiz: string): Promise<Quiz>;
  /**
   * How much of its documents a quiz asks about, document by document and part by part.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  coverage(quiz: string): Promise<CoverageReport>;
  /** Deletes a quiz with its questions and attempts; false where there was none. */
  delete(quiz: string): boolean;
}
