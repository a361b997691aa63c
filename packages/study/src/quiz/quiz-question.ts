import type { Difficulty } from '../difficulty.ts';
import type { Grounding } from '../grounding/grounding.ts';
import type { Origin } from '../origin.ts';

/** What every question has. */
export interface QuestionBase {
  readonly id: string;
  /** What is asked. Of a cloze question: what to do, if anything needs to be said. */
  readonly question: string;
  /** Why the right answer is right. */
  readonly explanation?: string | undefined;
  readonly difficulty?: Difficulty | undefined;
  /** What it is about: a heading of its document, as a rule. */
  readonly topic?: string | undefined;
  readonly origin: Origin;
  /** Where the right answer stands. Without for what the user or another program has made. */
  readonly grounding?: Grounding | undefined;
}

/** One option is right. */
export interface MultipleChoiceQuestion extends QuestionBase {
  readonly kind: 'multiple-choice';
  /** Two or more, all different. */
  readonly options: readonly string[];
  /** Index of the right one. */
  readonly correct: number;
}

/** A statement that is true or not. */
export interface TrueFalseQuestion extends QuestionBase {
  readonly kind: 'true-false';
  readonly correct: boolean;
}

/** One or more options are right, and all of them have to be chosen. */
export interface MultiSelectQuestion extends QuestionBase {
  readonly kind: 'multi-select';
  readonly options: readonly string[];
  /** Indexes of the right ones, ascending. */
  readonly correct: readonly number[];
}

/** A text with blanks to fill. */
export interface ClozeQuestion extends QuestionBase {
  readonly kind: 'cloze';
  /** The text; each blank is written `____` (four underscores). */
  readonly text: string;
  /** For each blank what is accepted, the best first. */
  readonly blanks: readonly (readonly string[])[];
}

/** An answer in the learner's own words. */
export interface ShortAnswerQuestion extends QuestionBase {
  readonly kind: 'short-answer';
  /** A good answer. */
  readonly answer: string;
  /** What a complete answer has to say. */
  readonly keyPoints: readonly string[];
}

/** An answer that is a number. */
export interface NumericQuestion extends QuestionBase {
  readonly kind: 'numeric';
  readonly value: number;
  /** How far from `value` an answer may be. */
  readonly tolerance: number;
  readonly unit?: string | undefined;
}

/** A question of a quiz. */
export type QuizQuestion =
  | MultipleChoiceQuestion
  | TrueFalseQuestion
  | MultiSelectQuestion
  | ClozeQuestion
  | ShortAnswerQuestion
  | NumericQuestion;

/** Kind of a question. */
export type QuestionKind = QuizQuestion['kind'];
