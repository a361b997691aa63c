import type { Scope } from '@cubo/contracts';
import type { Difficulty } from '../difficulty.ts';
import type { GroundingState } from '../grounding/grounding.ts';
import type { QuizQuestion } from './quiz-question.ts';

/** A quiz in a list. */
export interface QuizLine {
  readonly id: string;
  readonly title: string;
  readonly difficulty?: Difficulty | undefined;
  readonly questions: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A question, and whether the words it rests on still stand in its document. */
export type CheckedQuestion = QuizQuestion & {
  /** Without for what rests on no document. */
  readonly state?: GroundingState | undefined;
};

/** A quiz. */
export interface Quiz extends Omit<QuizLine, 'questions'> {
  /** Which documents it asks about. Without for a quiz of the user, and where a document was erased. */
  readonly scope?: Scope | undefined;
  /** In their order. */
  readonly questions: readonly CheckedQuestion[];
}
