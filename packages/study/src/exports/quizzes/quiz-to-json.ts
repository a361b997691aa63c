import type { ExportedQuiz } from './exported-quiz.ts';

/** A quiz as JSON, with everything that is known of its questions; `quizFromJson` reads it. */
export function quizToJson({ title, questions }: ExportedQuiz): string {
  return `${JSON.stringify({ format: 'cubo-quiz', version: 1, title, questions }, null, 2)}\n`;
}
