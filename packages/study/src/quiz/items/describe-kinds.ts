import type { Difficulty } from '../../difficulty.ts';
import type { QuestionKind } from '../quiz-question.ts';

/** What a model is told of each kind. */
const descriptions: Readonly<Record<QuestionKind, string>> = {
  'multiple-choice':
    'multiple-choice: four "options", of which exactly one is right. "correct" is its position, counted from 0. The wrong ones are of the same sort and about as long, plausible, and clearly wrong. No "all of the above".',
  'true-false':
    'true-false: "question" is a statement, "correct" is true or false. Of a false one, "explanation" says what is true instead, in the words of the quote.',
  'multi-select':
    'multi-select: four to six "options", of which two or more are right. "correct" lists their positions, counted from 0.',
  cloze:
    'cloze: "text" is a sentence with one word or number left out, written ____. "blanks" lists for each ____ what is accepted there, the word of the quote first.',
  'short-answer':
    'short-answer: "answer" is a good answer of one or two sentences, "keyPoints" lists the one to four facts that an answer has to have.',
  numeric:
    'numeric: the answer is a number that stands in the quote. "value" is the number, "unit" its unit or "", "tolerance" how far off an answer may be, 0 for exact.',
};

const examples: Readonly<Record<QuestionKind, object>> = {
  'multiple-choice': { question: '…', options: ['…', '…', '…', '…'], correct: 2, explanation: '…' },
  'true-false': { question: '…', correct: false, explanation: '…' },
  'multi-select': { question: '…', options: ['…', '…', '…', '…'], correct: [0, 3], explanation: '…' },
  cloze: { text: '… ____ …', blanks: [['…']], explanation: '…' },
  'short-answer': { question: '…', answer: '…', keyPoints: ['…', '…'], explanation: '…' },
  numeric: { question: '…', value: 12.5, unit: '…', tolerance: 0, explanation: '…' },
};

const difficulties: Readonly<Record<Difficulty, string>> = {
  beginner: 'beginner: ask to recall what is said.',
  intermediate: 'intermediate: ask to understand what is said, and to apply it to a case.',
  advanced: 'advanced: ask to connect and to judge what is said: conditions, exceptions, consequences.',
};

/** The variables of the prompt for questions of a kind. */
export function quizVariables(kind: QuestionKind, difficulty: Difficulty): Readonly<Record<string, string>> {
  const example = { source: 1, quote: 'words copied from passage 1', ...examples[kind] };
  return {
    kinds: `- ${descriptions[kind]}`,
    difficulty: difficulties[difficulty],
    example: JSON.stringify({ questions: [example] }),
  };
}
