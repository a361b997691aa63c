import { CuboError, type GenerationMessage } from '@cubo/contracts';
import type { StudyPassage } from '../../coverage/study-passage.ts';
import type { Difficulty } from '../../difficulty.ts';
import { askGenerator } from '../../generation/ask-generator.ts';
import { showPassages } from '../../generation/show-passages.ts';
import { skipThinking } from '../../generation/skip-thinking.ts';
import { tokenBudget } from '../../generation/token-budget.ts';
import { describeLanguage } from '../../prompts/describe-language.ts';
import type { StudyParts } from '../../study-parts.ts';
import { describeDifficulty } from '../describe-difficulty.ts';
import type { LessonCitation } from '../workshop.ts';
import { citeLesson } from './cite-lesson.ts';
import { cleanLesson, firstHeading, isLesson } from './clean-lesson.ts';
import { lessonTokens } from './lesson-passages.ts';

/** What a lesson is written about. */
export interface LessonPlan {
  readonly title: string;
  readonly objectives: readonly string[];
  readonly minutes: number;
  /** Its place among the lessons, from 1. */
  readonly number: number;
  readonly workshop: { readonly title: string; readonly summary: string; readonly difficulty: Difficulty };
  /** Titles of the other lessons. */
  readonly others: readonly string[];
}

/** A lesson as it was written and checked. */
export interface WrittenLesson {
  readonly markdown: string;
  readonly citations: readonly LessonCitation[];
}

/**
 * Has a language model write a lesson, and gives its text as it comes, from its first heading on. What is none is asked for
 * once more.
 *
 * @throws CuboError `CUBO_GENERATOR_FAILED`, `CUBO_STUDY_LESSON_FAILED`; the reason of the signal
 */
export async function* writeLesson(
  parts: StudyParts,
  plan: LessonPlan,
  { passages, signal }: { readonly passages: readonly StudyPassage[]; readonly signal: AbortSignal },
): AsyncGenerator<{ readonly type: 'text'; readonly text: string } | { readonly type: 'restart' }, WrittenLesson> {
  const { generator, prompts, cubo } = parts;
  const numbered = passages.map((passage, i) => ({ number: i + 1, passage }));
  const listed = (texts: readonly string[]) =>
    texts.length === 0 ? '- (none)' : texts.map((text) => `- ${text}`).join('\n');
  const prompt = prompts.fill('lesson', {
    workshop: plan.workshop.title,
    summary: plan.workshop.summary || plan.workshop.title,
    lesson: plan.title,
    number: String(plan.number),
    lessons: String(plan.others.length + 1),
    objectives: listed(plan.objectives),
    others: listed(plan.others),
    minutes: String(plan.minutes),
    difficulty: describeDifficulty(plan.workshop.difficulty),
    language: describeLanguage(
      parts,
      passages.map(({ text }) => text),
    ),
    passages: showPassages(numbered),
  });
  const messages: GenerationMessage[] = [{ role: 'user', content: prompt }];
  const { answer: answerTokens } = tokenBudget(generator, lessonTokens);
  for (const isRetry of [false, true]) {
    if (isRetry) yield { type: 'restart' };
    let written = '';
    const show = fromFirstHeading();
    for await (const piece of askGenerator(generator, { messages, answerTokens, signal })) {
      written += piece;
      const text = show(piece);
      if (text !== '') yield { type: 'text', text };
    }
    const cleaned = cleanLesson(written);
    if (isLesson(cleaned)) return citeLesson(cleaned, numbered, cubo.analyzer);
    messages.push(
      { role: 'assistant', content: written.slice(0, 2000) },
      { role: 'user', content: prompts.fill('lesson-retry', {}) },
    );
  }
  throw new CuboError({
    code: 'CUBO_STUDY_LESSON_FAILED',
    message: `What the generator ${generator.id} wrote for the lesson ${JSON.stringify(plan.title)} was no lesson, twice.`,
    remedy: 'Try again, or use a larger model or a narrower scope.',
  });
}

/** Holds a text back until its first heading has come. */
function fromFirstHeading(): (piece: string) => string {
  const withoutThinking = skipThinking();
  let held: string | undefined = '';
  return (piece) => {
    const text = withoutThinking(piece);
    if (held === undefined) return text;
    held += text;
    const lines = held.split('\n');
    // The last line may still become a heading, or is none yet.
    const first = firstHeading(lines.slice(0, -1));
    if (first < 0) return '';
    held = undefined;
    return lines.slice(first).join('\n');
  };
}
