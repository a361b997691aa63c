import type { QuizQuestion } from '../../quiz/quiz-question.ts';
import { writeDelimited } from '../text/write-delimited.ts';
import type { ExportedQuiz } from './exported-quiz.ts';

/** The columns of a table of questions, in their order. */
export const quizColumns = [
  'kind',
  'question',
  'text',
  'options',
  'correct',
  'key points',
  'tolerance',
  'unit',
  'explanation',
  'difficulty',
  'topic',
  'id',
] as const;

/**
 * A quiz as CSV (RFC 4180) with a row of column names. Options, right answers and key points stand one a line within their
 * cell; for a blank of a cloze question, what is accepted is separated by `|`.
 */
export function quizToCsv({ questions }: Pick<ExportedQuiz, 'questions'>): string {
  const rows = questions.map((question) => {
    const cells: Partial<Record<(typeof quizColumns)[number], string>> = {
      kind: question.kind,
      question: question.question,
      explanation: question.explanation ?? '',
      difficulty: question.difficulty ?? '',
      topic: question.topic ?? '',
      id: question.id,
      ...ownCells(question),
    };
    return quizColumns.map((column) => cells[column] ?? '');
  });
  return writeDelimited([quizColumns, ...rows]);
}

function ownCells(question: QuizQuestion): Partial<Record<(typeof quizColumns)[number], string>> {
  switch (question.kind) {
    case 'multiple-choice':
    case 'multi-select': {
      const right = question.kind === 'multiple-choice' ? [question.correct] : question.correct;
      return {
        options: question.options.map(line).join('\n'),
        correct: right.map((index) => line(question.options[index] ?? '')).join('\n'),
      };
    }
    case 'true-false':
      return { correct: String(question.correct) };
    case 'numeric':
      return { correct: String(question.value), tolerance: String(question.tolerance), unit: question.unit ?? '' };
    case 'short-answer':
      return { correct: question.answer, 'key points': question.keyPoints.map(line).join('\n') };
    case 'cloze':
      return {
        text: question.text,
        correct: question.blanks
          .map((accepted) => accepted.map((word) => line(word).replace(/[\\|]/g, '\\$&')).join('|'))
          .join('\n'),
      };
  }
}

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();
