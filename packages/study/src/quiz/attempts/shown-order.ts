import type { QuizAnswer } from '../grading/quiz-answer.ts';
import type { QuestionDraft } from '../question-draft.ts';

type Order = readonly number[] | undefined;

/** An order that still fits its question: options may have been edited since. */
export function fittingOrder(question: QuestionDraft, order: Order): Order {
  const hasOptions = question.kind === 'multiple-choice' || question.kind === 'multi-select';
  return hasOptions && question.options.length === order?.length ? order : undefined;
}

/** An answer by the options as they were shown, as one by the question's own. */
export function toOwnOptions(question: QuestionDraft, answer: QuizAnswer, order: Order): QuizAnswer {
  if (order === undefined) return answer;
  return mapIndexes(question, answer, (index) => order[index] ?? index);
}

/** The other way round. */
export function toShownOptions(question: QuestionDraft, answer: QuizAnswer, order: Order): QuizAnswer {
  if (order === undefined) return answer;
  return mapIndexes(question, answer, (index) => order.indexOf(index));
}

function mapIndexes(question: QuestionDraft, answer: QuizAnswer, map: (index: number) => number): QuizAnswer {
  if (question.kind === 'multiple-choice') return map(answer as number);
  if (question.kind === 'multi-select') return (answer as readonly number[]).map(map).sort((a, b) => a - b);
  return answer;
}
