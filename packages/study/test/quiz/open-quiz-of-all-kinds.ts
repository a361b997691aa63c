import { type Script, scriptedGenerator } from '@cubo/contracts/testing';
import { openStudyLog } from '../../src/progress/study-log.ts';
import { createQuizzes } from '../../src/quiz/create-quizzes.ts';
import type { QuestionInput } from '../../src/quiz/quizzes.ts';
import { openStudyParts } from '../helpers/open-study-parts.ts';

const questions: readonly QuestionInput[] = [
  { kind: 'multiple-choice', question: 'Which?', options: ['a', 'b', 'c', 'd'], correct: 2, topic: 'Letters' },
  { kind: 'true-false', question: 'Is it so?', correct: true, topic: 'Truth' },
  { kind: 'multi-select', question: 'Which ones?', options: ['a', 'b', 'c', 'd'], correct: [0, 1], topic: 'Letters' },
  { kind: 'cloze', question: '', text: 'The ____ divides.', blanks: [['cell']] },
  {
    kind: 'short-answer',
    question: 'Why?',
    answer: 'It grows and it divides.',
    keyPoints: ['the cell grows', 'the cell divides'],
  },
  { kind: 'numeric', question: 'How many?', value: 46, tolerance: 0 },
];

/** A quiz with a question of each kind, and the names of their ids. */
export async function openQuizOfAllKinds(script?: (prompt: string) => Script) {
  const generator = script && scriptedGenerator({ script: ({ messages }) => script(messages[0]?.content ?? '') });
  const { parts, cubo } = await openStudyParts(generator === undefined ? {} : { generator });
  const quizzes = createQuizzes(parts);
  const quiz = await quizzes.create({ title: 'Cells', questions, difficulty: 'advanced' });
  const [choice, truth, several, cloze, short, number] = quiz.questions.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return {
    parts,
    cubo,
    quizzes,
    quiz,
    log: openStudyLog(parts),
    ids: { choice, truth, several, cloze, short, number },
  };
}
