import type { QuizAnswer, Verdict } from '../grading/quiz-answer.ts';
import type { AttemptMode } from './attempt.ts';

/** An answer as it is stored; what was typed is elsewhere, because it may repeat what a document says. */
export interface StoredAnswer {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly milliseconds?: number | undefined;
  /** Indexes of the question's own options, whatever order they were shown in; or a boolean, or a number. */
  readonly chosen?: Exclude<QuizAnswer, string | readonly string[]> | undefined;
  /** Absent while it has not been graded. */
  readonly verdict?: Verdict | undefined;
}

/** An attempt as it is stored; its record's parent is the quiz, and its order the time at which it began. */
export interface StoredAttempt {
  readonly mode: AttemptMode;
  readonly only: 'all' | 'wrong';
  readonly startedAt: number;
  readonly endsAt?: number | undefined;
  readonly finishedAt?: number | undefined;
  readonly score?: number | undefined;
  readonly questions: readonly {
    readonly id: string;
    readonly weight: number;
    /** In which order the options are shown: their indexes. Absent where it is their own. */
    readonly order?: readonly number[] | undefined;
  }[];
  /** By question. */
  readonly answers: Readonly<Record<string, StoredAnswer>>;
  readonly flagged: readonly string[];
  readonly quoted?:
    | { /** What was typed, by question. */ readonly typed: Readonly<Record<string, string | readonly string[]>> }
    | undefined;
}
