import type { QuizAnswer } from '../grading/quiz-answer.ts';
import type { AskedQuestion, Attempt, AttemptLine, QuizResults, StartOptions, TopicScore } from './attempt.ts';

/** Options of an answer. */
export interface AnswerOptions {
  /** How long the learner took. Default: not known. */
  readonly milliseconds?: number | undefined;
  /** Stops a language model that grades a short answer; nothing is stored then. */
  readonly signal?: AbortSignal | undefined;
}

/** What can be done with attempts at quizzes. Attempts are kept in the library, and go on after a restart. */
export interface AttemptMethods {
  /**
   * Begins an attempt at a quiz.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`; `CUBO_BAD_ARGUMENT`, also where there are no questions to ask
   */
  start(quiz: string, options?: StartOptions): Promise<Attempt>;
  /**
   * An attempt as it is now. One whose time is over is finished by that.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  attempt(id: string): Promise<Attempt>;
  /**
   * Answers a question, and grades it: in practice the verdict is told at once, in an exam with the end. In an exam an
   * answer replaces the one before, and `null` takes it back.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_STUDY_ATTEMPT_FINISHED`, also when its time is over;
   * `CUBO_BAD_ARGUMENT` for an answer that does not fit the question, and for a second one in practice
   */
  answer(attempt: string, question: string, answer: QuizAnswer | null, options?: AnswerOptions): Promise<AskedQuestion>;
  /**
   * Marks a question to come back to, or takes the mark away. Default: marks it.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_STUDY_ATTEMPT_FINISHED`
   */
  flag(attempt: string, question: string, flagged?: boolean): Promise<void>;
  /**
   * Ends an attempt, and grades what is left to grade. One that is finished stays as it is.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`; the reason of the signal, and the attempt goes on
   */
  finish(attempt: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<Attempt>;
  /**
   * The attempts at a quiz, the first started first.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  attempts(quiz: string): Promise<AttemptLine[]>;
  /**
   * What came of a quiz so far: attempts, the history of each question, and how well each topic is known.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  results(quiz: string): Promise<QuizResults>;
  /**
   * How well topics are known by the answers to these quizzes, the weakest first. Default: all quizzes.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  topics(quizzes?: readonly string[]): Promise<TopicScore[]>;
}
