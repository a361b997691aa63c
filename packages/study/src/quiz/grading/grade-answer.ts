import type { StudyParts } from '../../study-parts.ts';
import type { QuestionDraft } from '../question-draft.ts';
import { assertAnswer } from './assert-answer.ts';
import { gradeMultipleChoice, gradeMultiSelect, gradeTrueFalse } from './grade-choice.ts';
import { gradeCloze } from './grade-cloze.ts';
import { gradeNumeric } from './grade-numeric.ts';
import { gradeShortAnswer } from './grade-short-answer.ts';
import type { QuizAnswer, Verdict } from './quiz-answer.ts';

/**
 * Grades an answer.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` where the answer does not fit the question; the reason of the signal
 */
export async function gradeAnswer(
  question: QuestionDraft,
  given: QuizAnswer,
  parts: Pick<StudyParts, 'cubo' | 'generator' | 'prompts'>,
  signal?: AbortSignal,
): Promise<Verdict> {
  const answer = assertAnswer(question, given);
  switch (question.kind) {
    case 'multiple-choice':
      return gradeMultipleChoice(question, answer as number);
    case 'multi-select':
      return gradeMultiSelect(question, answer as readonly number[]);
    case 'true-false':
      return gradeTrueFalse(question, answer as boolean);
    case 'cloze':
      return gradeCloze(question, answer as readonly string[]);
    case 'short-answer':
      return gradeShortAnswer(question, answer as string, parts, signal);
    case 'numeric':
      return gradeNumeric(question, answer as number | string, parts.cubo.analyzer);
  }
}
