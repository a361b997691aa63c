/**
 * An answer by kind of question. `multiple-choice`: index of an option as it was shown; `multi-select`: indexes;
 * `true-false`: a boolean; `cloze`: a text for each blank, or one text where there is one blank; `short-answer`: a text;
 * `numeric`: a number, or a text with a number and maybe a unit.
 */
export type QuizAnswer = number | boolean | string | readonly number[] | readonly string[];

/** What an answer is worth. */
export interface Verdict {
  /** 0 to 1. */
  readonly score: number;
  /** Whether all of it is right. */
  readonly correct: boolean;
  /** Of each blank, or each key point, whether the answer has it. */
  readonly parts?: readonly boolean[] | undefined;
  /** Set where a text was taken for right although it is written differently: a slip of the keyboard. */
  readonly misspelt?: true | undefined;
  /** Who judged: only short answers are judged by a language model. */
  readonly by: 'rules' | 'model';
}
