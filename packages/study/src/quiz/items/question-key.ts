import { numbersToldIn } from '@cubo/core';
import type { QuestionDraft } from '../question-draft.ts';
import { isEveryOption } from './special-options.ts';

/** Questions with the same key ask the same. */
export function keyOf(question: QuestionDraft): string {
  switch (question.kind) {
    case 'cloze':
      return fold(question.text);
    // `Which of these is right?` asks as many things as there are right answers.
    case 'multiple-choice':
      return `${fold(question.question)} ${fold(question.options[question.correct] ?? '')}`;
    case 'multi-select':
      return `${fold(question.question)} ${question.correct
        .map((index) => fold(question.options[index] ?? ''))
        .sort()
        .join(' ')}`;
    default:
      return fold(question.question);
  }
}

/** What the words that a question rests on have to support. */
export function claimOf(question: QuestionDraft): string {
  switch (question.kind) {
    case 'multiple-choice': {
      const right = question.options[question.correct] ?? '';
      if (!isEveryOption(right)) return right;
      return question.options.filter((option) => option !== right).join('; ');
    }
    case 'multi-select':
      return question.correct.map((index) => question.options[index]).join('; ');
    case 'true-false':
      return question.correct ? question.question : correctionOf(question.question, question.explanation);
    case 'cloze':
      return question.blanks.map(([best]) => best).join('; ');
    case 'short-answer':
      return question.answer;
    case 'numeric':
      return question.unit === undefined ? String(question.value) : `${question.value} ${question.unit}`;
  }
}

/**
 * A false statement stands nowhere; its explanation does, but for what it says of the statement: in `the capital is Paris,
 * not Berlin` numbers and names of the statement are not looked for.
 */
function correctionOf(statement: string, explanation = ''): string {
  const wrong = new Set(wordsOf(statement).filter(isNumberOrName).map(fold));
  return wordsOf(explanation)
    .filter((word) => !wrong.has(fold(word)))
    .join(' ');
}

function isNumberOrName(word: string): boolean {
  return numbersToldIn(word).size > 0 || /^\p{Lu}/u.test(word);
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+(?:[.,'’-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}+#%<>=−-]+/gu, ' ')
    .trim();
}
