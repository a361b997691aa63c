import { blank, partsOfCloze } from '../../quiz/blank.ts';
import type { QuizQuestion } from '../../quiz/quiz-question.ts';
import { type ExportedQuiz, modelAnswer, percentage, singleBlanks, tagsOf, weightsOf } from './exported-quiz.ts';

/**
 * A quiz in Moodle's GIFT format. A cloze question with several blanks becomes one for each; of a question to be answered
 * in own words, which is graded by hand, the good answer is the feedback, and its explanation is left out; the unit of a
 * number stands behind its question.
 */
export function quizToGift({ title, questions }: ExportedQuiz): string {
  const blocks = questions
    .flatMap((question): readonly QuizQuestion[] => (question.kind === 'cloze' ? singleBlanks(question) : [question]))
    .map((question) => {
      const tags = tagsOf(question).map((tag) => ` [tag:${comment(tag)}]`);
      return `// [id:${comment(question.id)}]${tags.join('')}\n${writeQuestion(question)}`;
    });
  return `${[`$CATEGORY: ${title.replace(/\s+/g, ' ').replace(/\//g, '//')}`, ...blocks].join('\n\n')}\n`;
}

function writeQuestion(question: QuizQuestion): string {
  const asked = `[plain]${escapeGift(question.question)}`;
  const feedback = question.explanation === undefined ? '' : ` ####${escapeGift(question.explanation)}`;
  switch (question.kind) {
    case 'multiple-choice': {
      const answers = question.options.map((option, index) => answer(option, index === question.correct));
      return `${asked} {${answers.join(' ')}${feedback}}`;
    }
    case 'multi-select': {
      const { right, wrong } = weightsOf(question.options.length, question.correct);
      const answers = question.options.map((option, index) => {
        const weight = question.correct.includes(index) ? right : wrong;
        return `~%${percentage(weight)}%${escapeGift(option)}`;
      });
      return `${asked} {${answers.join(' ')}${feedback}}`;
    }
    case 'true-false':
      return `${asked} {${question.correct ? 'TRUE' : 'FALSE'}${feedback}}`;
    case 'numeric': {
      const unit = question.unit === undefined ? '' : ` (${escapeGift(question.unit)})`;
      return `${asked}${unit} {#${question.value}:${question.tolerance}${feedback}}`;
    }
    case 'short-answer':
      return `${asked} {####${escapeGift(modelAnswer(question))}}`;
    case 'cloze': {
      const accepted = (question.blanks[0] ?? []).map((text) => answer(text, true)).join(' ');
      const answers = `{${accepted}${feedback}}`;
      if (question.text === blank && question.question !== '') return `${asked} ${answers}`;
      const [before = '', after = ''] = partsOfCloze(question.text);
      const lead = question.question === '' ? '[plain]' : `${asked}\\n\\n`;
      // Braces at the end would not stand for a blank.
      if (after === '') return `${lead}${escapeGift(before)}${blank} ${answers}`;
      return `${lead}${escapeGift(before)}${answers}${escapeGift(after)}`;
    }
  }
}

/** A percent sign at the beginning would be taken for a weight, which is therefore said. */
function answer(text: string, isRight: boolean): string {
  const weight = text.startsWith('%') ? `%${isRight ? 100 : 0}%` : '';
  return `${isRight ? '=' : '~'}${weight}${escapeGift(text)}`;
}

function escapeGift(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[~=#{}:\\]/g, '\\$&')
    .replace(/\n/g, '\\n');
}

/** What stands in brackets of a comment. */
const comment = (text: string): string => text.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&');
