import { badArgument, type CuboError } from '@cubo/contracts';
import { countBlanks } from '../blank.ts';
import type { QuestionDraft } from '../question-draft.ts';
import type { QuizAnswer } from './quiz-answer.ts';

/**
 * The answer as it is kept: that of a single blank as a list, chosen options once and ascending.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` where it does not fit the question
 */
export function assertAnswer(question: QuestionDraft, answer: unknown): QuizAnswer {
  switch (question.kind) {
    case 'multiple-choice':
      if (isIndex(answer, question.options)) return answer as number;
      throw unfit(question, answer, `an index from 0 to ${question.options.length - 1}`);
    case 'multi-select':
      if (Array.isArray(answer) && answer.every((index) => isIndex(index, question.options))) {
        return [...new Set(answer as number[])].sort((a, b) => a - b);
      }
      throw unfit(question, answer, `a list of indexes from 0 to ${question.options.length - 1}`);
    case 'true-false':
      if (typeof answer === 'boolean') return answer;
      throw unfit(question, answer, 'true or false');
    case 'cloze': {
      const list = typeof answer === 'string' ? [answer] : answer;
      const count = countBlanks(question.text);
      if (Array.isArray(list) && list.length <= count && list.every((text) => typeof text === 'string')) return list;
      throw unfit(question, answer, `a list of ${count} texts, one for each blank`);
    }
    case 'short-answer':
      if (typeof answer === 'string') return answer;
      throw unfit(question, answer, 'a text');
    case 'numeric':
      if (typeof answer === 'string' || (typeof answer === 'number' && Number.isFinite(answer))) return answer;
      throw unfit(question, answer, 'a number, or a text with one');
  }
}

function isIndex(value: unknown, options: readonly string[]): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < options.length;
}

function unfit({ kind }: QuestionDraft, answer: unknown, wanted: string): CuboError {
  const given = Array.isArray(answer) ? 'list' : typeof answer;
  return badArgument(`The answer (${given}) does not fit a question of the kind ${kind}.`, `Pass ${wanted}.`);
}
