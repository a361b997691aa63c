import type { DraftOfKind } from '../question-draft.ts';
import type { Verdict } from './quiz-answer.ts';

/** Grades a choice of one option. */
export function gradeMultipleChoice(
  { correct }: Pick<DraftOfKind<'multiple-choice'>, 'correct'>,
  answer: number,
): Verdict {
  return whole(answer === correct);
}

/** Grades a judgement of a statement. */
export function gradeTrueFalse({ correct }: Pick<DraftOfKind<'true-false'>, 'correct'>, answer: boolean): Verdict {
  return whole(answer === correct);
}

/**
 * Grades a choice of several options: the share of the right ones that were chosen, less the share of the wrong ones, so
 * that choosing all, or by chance, is worth nothing.
 */
export function gradeMultiSelect(
  { options, correct }: Pick<DraftOfKind<'multi-select'>, 'options' | 'correct'>,
  answer: readonly number[],
): Verdict {
  const chosen = new Set(answer);
  const right = correct.filter((index) => chosen.has(index)).length;
  const wrong = chosen.size - right;
  const share = right / correct.length - wrong / Math.max(1, options.length - correct.length);
  const isWhole = right === correct.length && wrong === 0;
  return { score: Math.max(0, share), correct: isWhole, by: 'rules' };
}

function whole(correct: boolean): Verdict {
  return { score: correct ? 1 : 0, correct, by: 'rules' };
}
