import fc from 'fast-check';
import type { QuizQuestion } from '../../src/quiz/quiz-question.ts';

const special = [
  'a',
  '=',
  '~',
  '#',
  '{',
  '}',
  ':',
  '\\',
  '%50%',
  '->',
  '//',
  '::',
  '####',
  '[html]',
  '"',
  "'",
  ',',
  ';',
  '|',
  '\t',
  '<b>',
  '&amp;',
  ']]>',
  'ü',
  '賃料',
  'إيجار',
  '👩‍👩‍👧',
  '- x',
  'TRUE',
];

/** What any format may hold: no characters that XML has none for, no blanks, no spaces at its ends. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufdd0-\ufdef\ufffe\uffff]/gu, '')
    .replace(/_/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** A line of words in which anything stands that means something to a format. */
export const line: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'grapheme', maxLength: 8 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => clean(parts.join(' ')) || 'x');

/** Lines, none of them empty. */
export const text: fc.Arbitrary<string> = fc
  .array(line, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.join('\n'));

const base = fc.record(
  {
    id: fc.uuid(),
    question: text,
    origin: fc.constant('import' as const),
    explanation: text,
    difficulty: fc.constantFrom('beginner' as const, 'intermediate' as const, 'advanced' as const),
    topic: line.filter((topic) => !['beginner', 'intermediate', 'advanced'].includes(topic)),
  },
  { requiredKeys: ['id', 'question', 'origin'] },
);

const options = fc.uniqueArray(line, { minLength: 2, maxLength: 6 });
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Number(value.toFixed(3)) + 0);

/** Questions of all kinds, with what every format can hold. */
const questions: fc.Arbitrary<QuizQuestion> = base.chain((common): fc.Arbitrary<QuizQuestion> => {
  const { explanation: _, ...unexplained } = common;
  return fc.oneof(
    options.chain((list) =>
      fc
        .nat(list.length - 1)
        .map((correct): QuizQuestion => ({ ...common, kind: 'multiple-choice', options: list, correct })),
    ),
    options
      .filter((list) => list.length > 2)
      .chain((list) =>
        fc.uniqueArray(fc.nat(list.length - 1), { minLength: 2, maxLength: list.length }).map(
          (correct): QuizQuestion => ({
            ...common,
            kind: 'multi-select',
            options: list,
            correct: correct.sort((a, b) => a - b),
          }),
        ),
      ),
    fc.boolean().map((correct): QuizQuestion => ({ ...common, kind: 'true-false', correct })),
    fc.tuple(number, fc.nat(100)).map(
      ([value, tolerance]): QuizQuestion => ({
        ...common,
        kind: 'numeric',
        value,
        tolerance: tolerance / 8,
      }),
    ),
    fc.tuple(line, fc.array(line, { minLength: 1, maxLength: 3 })).map(
      ([answer, keyPoints]): QuizQuestion => ({
        ...unexplained,
        kind: 'short-answer',
        answer: answer.replace(/^- /, '') || 'x',
        keyPoints,
      }),
    ),
    fc.tuple(line, line, fc.uniqueArray(line, { minLength: 1, maxLength: 3 })).map(
      ([before, after, accepted]): QuizQuestion => ({
        ...common,
        kind: 'cloze',
        text: `${before} ____ ${after}`,
        blanks: [accepted],
      }),
    ),
  );
});

/** Quizzes whose questions have ids of their own. */
export const quizzes = fc.record({
  title: line,
  questions: fc.uniqueArray(questions, { selector: ({ id }) => id, maxLength: 8 }),
});
