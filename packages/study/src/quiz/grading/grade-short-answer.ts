import { type Analyzer, isCuboError } from '@cubo/contracts';
import { numbersOf, numbersToldIn } from '@cubo/core';
import { parseObject } from '../../generation/parse-object.ts';
import { writeText } from '../../generation/write-text.ts';
import type { StudyParts } from '../../study-parts.ts';
import type { DraftOfKind } from '../question-draft.ts';
import { foldAnswer } from './fold-answer.ts';
import type { Verdict } from './quiz-answer.ts';

type ShortAnswer = Pick<DraftOfKind<'short-answer'>, 'question' | 'answer' | 'keyPoints'>;

/** From this share of its naming words on, a key point counts as said: the same as for sentences of answers (decision 27). */
const leastShare = 0.6;
/** Tokens of a verdict on a handful of key points. */
const verdictTokens = 200;

/**
 * Grades an answer by the key points that it covers, each counting the same. A language model judges, or the words decide
 * where there is none, or where it has said nothing that can be read.
 *
 * @throws the reason of the signal
 */
export async function gradeShortAnswer(
  question: ShortAnswer,
  answer: string,
  parts: Pick<StudyParts, 'cubo' | 'generator' | 'prompts'>,
  signal?: AbortSignal,
): Promise<Verdict> {
  const { cubo, generator } = parts;
  if (answer.trim() === '') return verdictOf(question.keyPoints.map(() => false));
  if (foldAnswer(answer) === foldAnswer(question.answer)) return verdictOf(question.keyPoints.map(() => true));
  const judged = generator.id === 'extractive' ? undefined : await judge(question, answer, parts, signal);
  if (judged !== undefined) return { ...verdictOf(judged), by: 'model' };
  const { analyzer } = cubo;
  // Answers are short: what is asked and expected tells more of the language.
  const language = analyzer.detect([question.question, question.answer, ...question.keyPoints, answer].join('\n'));
  return verdictOf(question.keyPoints.map((point) => isSaid(point, answer, { analyzer, language })));
}

function verdictOf(parts: readonly boolean[]): Verdict {
  const met = parts.filter(Boolean).length;
  return { score: parts.length === 0 ? 0 : met / parts.length, correct: met === parts.length, parts, by: 'rules' };
}

/** Numbers must be said; of the words, so many. */
function isSaid(
  point: string,
  answer: string,
  { analyzer, language }: { readonly analyzer: Analyzer; readonly language: string },
): boolean {
  const told = numbersToldIn(answer);
  if (numbersOf(point).some((number) => !told.has(number))) return false;
  const said = new Set(analyzer.analyze(answer, { language }));
  const naming = analyzer
    .analyzeQuery(point, { languages: [language] })
    .filter(
      ({ isFunctionWord, variants }) => !isFunctionWord && !variants.some((variant) => /^[\d.,]+$/.test(variant)),
    );
  const found = naming.filter(({ variants }) => variants.some((variant) => said.has(variant)));
  if (naming.length === 0) return numbersOf(point).length > 0;
  return found.length / naming.length >= leastShare;
}

async function judge(
  { question, keyPoints }: ShortAnswer,
  answer: string,
  { generator, prompts }: Pick<StudyParts, 'generator' | 'prompts'>,
  signal: AbortSignal | undefined,
): Promise<boolean[] | undefined> {
  const points = keyPoints.map((point, i) => `${i + 1}. ${point}`).join('\n');
  // The end of the answer's mark within it would let an answer give orders.
  const shown = answer.replace(/<\s*\/?\s*answer\s*>/gi, ' ');
  const content = prompts.fill('grade-short-answer', { question, points, answer: shown });
  try {
    const text = await writeText(
      { generator },
      {
        messages: [{ role: 'user', content }],
        schema: {
          type: 'object',
          properties: { covered: { type: 'array', items: { type: 'integer' } } },
          required: ['covered'],
        },
        answerTokens: verdictTokens,
        signal,
      },
    );
    return readVerdict(parseObject(text, ['covered'])?.covered, keyPoints.length);
  } catch (error) {
    signal?.throwIfAborted();
    if (isCuboError(error, 'CUBO_GENERATOR_FAILED')) return undefined;
    throw error;
  }
}

function readVerdict(covered: unknown, count: number): boolean[] | undefined {
  if (!Array.isArray(covered)) return undefined;
  const numbers = covered.map((entry) => (typeof entry === 'string' && /^\d+$/.test(entry) ? Number(entry) : entry));
  const isSound = numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= count);
  return isSound ? Array.from({ length: count }, (_, i) => numbers.includes(i + 1)) : undefined;
}
