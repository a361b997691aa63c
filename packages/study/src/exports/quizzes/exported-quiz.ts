import { blank, partsOfCloze } from '../../quiz/blank.ts';
import type { ClozeQuestion, QuizQuestion } from '../../quiz/quiz-question.ts';

/** A quiz as exports take it. */
export interface ExportedQuiz {
  readonly title: string;
  readonly questions: readonly QuizQuestion[];
}

/** A cloze question as several with one blank each, for formats that hold no more; the others are filled. */
export function singleBlanks(question: ClozeQuestion): ClozeQuestion[] {
  const { blanks, text, id } = question;
  if (blanks.length < 2) return [question];
  const parts = partsOfCloze(text);
  return blanks.map((accepted, index) => ({
    ...question,
    id: `${id}-${index + 1}`,
    text: parts
      .map((part, at) => {
        if (at === parts.length - 1) return part;
        return part + (at === index ? blank : (blanks[at]?.[0] ?? blank));
      })
      .join(''),
    blanks: [accepted],
  }));
}

/** A good answer with its key points, for formats that have one text for both. */
export function modelAnswer({
  answer,
  keyPoints,
}: {
  readonly answer: string;
  readonly keyPoints: readonly string[];
}): string {
  const points = keyPoints.map((point) => `- ${point.replace(/\s+/g, ' ')}`);
  return points.length === 0 ? answer : `${answer}\n\n${points.join('\n')}`;
}

/** The tags of a question: its difficulty and its topic. */
export function tagsOf({ difficulty, topic }: Pick<QuizQuestion, 'difficulty' | 'topic'>): string[] {
  return [...(difficulty === undefined ? [] : [difficulty]), ...(topic === undefined ? [] : [topic])];
}

/** What a wrong and a right option of several count, in percent, so that all right ones make a hundred. */
export function weightsOf(
  options: number,
  correct: readonly number[],
): { readonly right: number; readonly wrong: number } {
  const wrong = options - correct.length;
  return { right: 100 / Math.max(1, correct.length), wrong: wrong === 0 ? 0 : -100 / wrong };
}

/** A percentage as programs compare it: at most five digits behind the point. */
export function percentage(value: number): string {
  return String(Math.round(value * 100_000) / 100_000);
}
