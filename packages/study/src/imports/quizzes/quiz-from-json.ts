import { badFile, importedText } from '../text/bad-file.ts';
import { type QuestionDraft, questionCollector } from './accept-question.ts';
import type { ImportedQuiz } from './imported-quiz.ts';

/**
 * Reads a quiz that `quizToJson` wrote. Groundings are not taken over: they name documents of another library.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID`, `CUBO_LIMIT_EXCEEDED`
 */
export function quizFromJson(text: string): ImportedQuiz {
  const format = 'JSON of a quiz';
  let document: unknown;
  try {
    document = JSON.parse(importedText(format, text));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw badFile(format, 'is no JSON');
  }
  const { format: name, version, title, questions } = (document ?? {}) as Record<string, unknown>;
  if (name !== 'cubo-quiz' || version !== 1 || !Array.isArray(questions)) {
    throw badFile(format, 'is no quiz of version 1');
  }
  const collected = questionCollector();
  for (const [index, question] of questions.entries()) {
    const isDraft = typeof question === 'object' && question !== null;
    collected.add(isDraft ? (question as QuestionDraft) : 'it is no object', { item: String(index + 1) });
  }
  return { ...(typeof title === 'string' && { title }), questions: collected.questions, skipped: collected.skipped };
}
