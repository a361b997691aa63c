import { CuboError, type GenerationMessage, type JsonSchema } from '@cubo/contracts';
import { textTokens } from '@cubo/core';
import type { StudyPassage } from '../../coverage/study-passage.ts';
import type { Difficulty } from '../../difficulty.ts';
import { parseObject } from '../../generation/parse-object.ts';
import { showPassages } from '../../generation/show-passages.ts';
import { tokenBudget } from '../../generation/token-budget.ts';
import { writeText } from '../../generation/write-text.ts';
import { describeLanguage } from '../../prompts/describe-language.ts';
import type { StudyParts } from '../../study-parts.ts';
import { describeDifficulty } from '../describe-difficulty.ts';
import { endsWithinElement } from './ends-within-element.ts';
import type { Outline } from './outline.ts';
import { outlineProperties, readOutline } from './read-outline.ts';

const texts: JsonSchema = { type: 'array', items: { type: 'string' } };

/** Tokens of an outline: of what it says of the whole, and of each lesson. */
const outlineTokens = { whole: 600, lesson: 200 } as const;
/** Of the prompt, what is left for instructions. */
const promptShare = 0.85;

/**
 * Has a language model plan a workshop. What cannot be read is asked for once more, more sternly.
 *
 * @throws CuboError `CUBO_GENERATOR_FAILED`, `CUBO_STUDY_OUTLINE_FAILED`; the reason of the signal
 */
export async function writeOutline(
  parts: StudyParts,
  options: {
    readonly passages: readonly StudyPassage[];
    readonly lessons: number;
    readonly difficulty: Difficulty;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Outline & { readonly passages: readonly StudyPassage[] }> {
  const { generator, prompts } = parts;
  const { lessons, difficulty, signal } = options;
  const budget = tokenBudget(generator, outlineTokens.whole + outlineTokens.lesson * lessons);
  const passages = withinRoom(options.passages, budget.prompt * promptShare);
  const messages: GenerationMessage[] = [
    {
      role: 'user',
      content: prompts.fill('workshop-outline', {
        lessons: String(lessons),
        difficulty: describeDifficulty(difficulty),
        language: describeLanguage(
          parts,
          passages.map(({ text }) => text),
        ),
        passages: showPassages(passages.map((passage, i) => ({ number: i + 1, passage }))),
      }),
    },
  ];
  for (const isRetry of [false, true]) {
    if (isRetry) {
      messages.push({ role: 'user', content: prompts.fill('outline-retry', { lessons: String(lessons) }) });
    }
    const written = await writeText(parts, {
      ...{ messages, schema: schemaOf(lessons), answerTokens: budget.answer, signal },
    });
    const outline = readOutline(parseObject(written, outlineProperties), lessons, endsWithinElement(written));
    if (outline !== undefined) return { ...outline, passages };
    messages.push({ role: 'assistant', content: written.slice(0, 2000) });
  }
  throw new CuboError({
    code: 'CUBO_STUDY_OUTLINE_FAILED',
    message: `The outline that the generator ${generator.id} wrote could not be read, twice.`,
    remedy: 'Choose a narrower scope, such as one document, ask for fewer lessons, or use a larger model.',
  });
}

function schemaOf(lessons: number): JsonSchema {
  const lesson = {
    type: 'object',
    properties: {
      title: { type: 'string' },
      objectives: texts,
      minutes: { type: 'integer' },
      sources: { type: 'array', items: { type: 'integer' } },
    },
    required: ['title', 'objectives', 'minutes', 'sources'],
  };
  return {
    type: 'object',
    properties: {
      title: { type: 'string' },
      summary: { type: 'string' },
      keyPoints: texts,
      objectives: texts,
      lessons: { type: 'array', items: lesson, minItems: 1, maxItems: lessons },
    },
    required: ['title', 'summary', 'keyPoints', 'objectives', 'lessons'],
  };
}

/** Passages from all over the documents, as many as have room. */
function withinRoom(passages: readonly StudyPassage[], room: number): StudyPassage[] {
  const tokens = passages.reduce((sum, { text }) => sum + textTokens(text), 0);
  if (tokens <= room || passages.length <= 1) return [...passages];
  const count = Math.max(1, Math.floor((passages.length * room) / tokens));
  const fewer = Array.from(
    { length: count },
    (_, i) => passages[Math.floor((i * passages.length) / count)] as StudyPassage,
  );
  return count < passages.length ? withinRoom(fewer, room) : fewer.slice(0, -1);
}
