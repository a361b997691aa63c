import type { Difficulty } from '../../difficulty.ts';
import type { QuizAnswer, Verdict } from '../grading/quiz-answer.ts';
import type { QuestionKind, QuizQuestion } from '../quiz-question.ts';

/**
 * `practice` tells at once whether an answer is right, and takes one answer to each question. `exam` tells at the end, and
 * answers may be changed until then.
 */
export type AttemptMode = 'practice' | 'exam';

/** How an attempt is made. */
export interface StartOptions {
  /** Default `practice`. */
  readonly mode?: AttemptMode | undefined;
  /** After so many minutes the attempt is finished with the answers that there are. Default: no limit. */
  readonly minutes?: number | undefined;
  /**
   * `wrong`: only questions that were last answered wrong, in part or whole, or left open in an attempt that was
   * finished. Default `all`.
   */
  readonly only?: 'all' | 'wrong' | undefined;
  /** Has questions and options come in an order by chance. Default false: in the quiz's own. */
  readonly shuffle?: boolean | undefined;
  /** What questions count, by id or by kind; an id goes before a kind. Default 1 each. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
}

/** A question as it is shown in an attempt. It does not give the answer away before it may be known. */
export interface AskedQuestion {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly question: string;
  /** For multiple-choice and multi-select, in the order in which they are shown: answers are indexes of this list. */
  readonly options?: readonly string[] | undefined;
  /** For cloze: the text with its blanks written `____`. */
  readonly text?: string | undefined;
  /** For numeric: the unit that is asked for, where there is one. */
  readonly unit?: string | undefined;
  readonly topic?: string | undefined;
  readonly difficulty?: Difficulty | undefined;
  readonly weight: number;
  readonly flagged: boolean;
  /** What was answered; absent while it is open. */
  readonly answer?: QuizAnswer | undefined;
  /** In practice as soon as it is answered, in an exam at the end. Open questions have none. */
  readonly verdict?: Verdict | undefined;
  /** The whole question, right answer, explanation and place included, with its options as shown. Present with `verdict`, and in an attempt that is finished. */
  readonly solution?: QuizQuestion | undefined;
}

/** An attempt at a quiz. */
export interface Attempt {
  readonly id: string;
  /** Id of the quiz. */
  readonly quiz: string;
  readonly mode: AttemptMode;
  /** Whether it is an attempt at all questions, or at those that were answered wrong. */
  readonly only: 'all' | 'wrong';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** When the time is over; absent where there is no limit. */
  readonly endsAt?: number | undefined;
  /** Absent while it is going on. */
  readonly finishedAt?: number | undefined;
  /** Questions that have since been deleted from the quiz, or erased with their document, are left out. */
  readonly questions: readonly AskedQuestion[];
  /** How many questions are answered. */
  readonly answered: number;
  /** 0 to 1, weighted; open questions count as wrong. Absent while it is going on. */
  readonly score?: number | undefined;
}

/** An attempt in a list. */
export interface AttemptLine extends Omit<Attempt, 'questions'> {
  readonly questions: number;
}

/** What is known of the answers to one question. */
export interface QuestionHistory {
  readonly question: string;
  readonly topic?: string | undefined;
  /** URI of the document that the topic is of. */
  readonly source?: string | undefined;
  /** How often it was answered, or left open in an attempt that was finished. */
  readonly asked: number;
  /** How often the answer was wholly right. */
  readonly right: number;
  /** 0 to 1; absent where it was never asked. */
  readonly lastScore?: number | undefined;
  readonly lastAt?: number | undefined;
  /** Mean time to an answer, where it is known. */
  readonly milliseconds?: number | undefined;
}

/** How well a topic is known. */
export interface TopicScore {
  readonly topic: string;
  /** URI of its document, where one is known: headings of the same words in two documents are two topics. */
  readonly source?: string | undefined;
  /** Questions of the topic that were asked at least once, and all there are. */
  readonly asked: number;
  readonly questions: number;
  /** Mean of the last scores of the questions that were asked: 0 to 1. */
  readonly score: number;
}

/** What came of a quiz so far. */
export interface QuizResults {
  /** The first started first. */
  readonly attempts: readonly AttemptLine[];
  /** Of the finished attempts at all questions that there were: the one with the highest score, and the last one. */
  readonly best?: AttemptLine | undefined;
  readonly last?: AttemptLine | undefined;
  /** Of every question, in the order of the quiz. */
  readonly questions: readonly QuestionHistory[];
  /** Of every topic that was asked about, the weakest first. */
  readonly topics: readonly TopicScore[];
}
