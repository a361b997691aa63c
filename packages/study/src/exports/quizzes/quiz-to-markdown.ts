import { assertKnownOptions, badArgument } from '@cubo/contracts';
import { citationLabel } from '@cubo/core';
import { blank, partsOfCloze } from '../../quiz/blank.ts';
import type { QuizQuestion } from '../../quiz/quiz-question.ts';
import { escapeMarkdown } from '../text/escape-markdown.ts';
import type { ExportedQuiz } from './exported-quiz.ts';

/** Options of {@link quizToMarkdown}. */
export interface QuizMarkdownOptions {
  /**
   * `questions` alone, to be answered; with `answers`; or with `explanations` and sources as well. Default
   * `explanations`.
   */
  readonly level?: 'questions' | 'answers' | 'explanations' | undefined;
  /** The words that it needs, in the language of the questions. Default: English. */
  readonly words?: Partial<QuizMarkdownWords> | undefined;
}

/** Words of a quiz that is written out. */
export interface QuizMarkdownWords {
  readonly answer: string;
  readonly true: string;
  readonly false: string;
}

/** A quiz as Markdown, to be read or printed. */
export function quizToMarkdown({ title, questions }: ExportedQuiz, options: QuizMarkdownOptions = {}): string {
  assertKnownOptions('quizToMarkdown()', options, { level: true, words: true });
  const { level = 'explanations' } = options;
  if (!['questions', 'answers', 'explanations'].includes(level)) {
    throw badArgument(`A quiz has no level ${JSON.stringify(level)}.`, 'Pass questions, answers or explanations.');
  }
  const words = { answer: 'Answer', true: 'True', false: 'False', ...options.words };
  const blocks = questions.map((question, index) => {
    const lines = [`## ${index + 1}. ${escapeMarkdown(headline(question))}`, ...asked(question, level, words)];
    if (level !== 'questions') lines.push(`**${escapeMarkdown(words.answer)}:** ${answerOf(question, words)}`);
    if (level === 'explanations') lines.push(...explained(question));
    return lines.join('\n\n');
  });
  return `${[`# ${escapeMarkdown(title)}`, ...blocks].join('\n\n')}\n`;
}

/** A cloze question without a task is headed by its text. */
const headline = (question: QuizQuestion): string =>
  question.kind === 'cloze' && question.question === '' ? question.text : question.question;

function asked(question: QuizQuestion, level: string, words: QuizMarkdownWords): string[] {
  switch (question.kind) {
    case 'multiple-choice':
    case 'multi-select': {
      const right = question.kind === 'multiple-choice' ? [question.correct] : question.correct;
      const mark = (index: number) => (level !== 'questions' && right.includes(index) ? 'x' : ' ');
      return [question.options.map((option, index) => `- [${mark(index)}] ${escapeMarkdown(option)}`).join('\n')];
    }
    case 'true-false':
      return [`${escapeMarkdown(words.true)} / ${escapeMarkdown(words.false)}`];
    case 'cloze':
      return question.question === '' ? [] : [escapeMarkdown(question.text)];
    case 'numeric':
      return question.unit === undefined ? [] : [`${escapeMarkdown(blank)} ${escapeMarkdown(question.unit)}`];
    case 'short-answer':
      return [];
  }
}

function answerOf(question: QuizQuestion, words: QuizMarkdownWords): string {
  switch (question.kind) {
    case 'multiple-choice':
      return escapeMarkdown(question.options[question.correct] ?? '');
    case 'multi-select':
      return question.correct.map((index) => escapeMarkdown(question.options[index] ?? '')).join('; ');
    case 'true-false':
      return escapeMarkdown(question.correct ? words.true : words.false);
    case 'numeric': {
      const tolerance = question.tolerance > 0 ? ` ± ${question.tolerance}` : '';
      return `${question.value}${tolerance}${question.unit === undefined ? '' : ` ${escapeMarkdown(question.unit)}`}`;
    }
    case 'short-answer':
      return [
        escapeMarkdown(question.answer),
        ...question.keyPoints.map((point) => `\n- ${escapeMarkdown(point)}`),
      ].join('');
    case 'cloze': {
      const parts = partsOfCloze(question.text).map(escapePart);
      return parts
        .map((part, index) => {
          const accepted = question.blanks[index];
          return accepted === undefined ? part : `${part}**${accepted.map(escapeMarkdown).join(' / ')}**`;
        })
        .join('');
    }
  }
}

/** A part of a text keeps the spaces around it. */
function escapePart(text: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return `${before === '' ? '' : ' '}${escapeMarkdown(words)}${after === '' ? '' : ' '}`;
}

function explained({ explanation, grounding }: QuizQuestion): string[] {
  return [
    ...(explanation === undefined ? [] : [escapeMarkdown(explanation)]),
    ...(grounding === undefined
      ? []
      : [
          `> ${escapeMarkdown(grounding.quote)}\n>\n> — ${escapeMarkdown(citationLabel(grounding.source, grounding.locator))}`,
        ]),
  ];
}
