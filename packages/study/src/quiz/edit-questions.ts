import { randomUUID } from 'node:crypto';
import { badArgument } from '@cubo/contracts';
import { checkQuestion } from './check-question.ts';
import type { QuizQuestion } from './quiz-question.ts';

/**
 * Questions that a host has made.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function newQuestions(inputs: unknown, origin: unknown = 'user'): QuizQuestion[] {
  if (!Array.isArray(inputs)) throw badArgument('The questions are no list.', 'Pass a list of questions.');
  if (origin !== 'user' && origin !== 'import') {
    throw badArgument(`The origin of questions is ${JSON.stringify(origin)}.`, 'Pass user or import.');
  }
  return inputs.map((input) => ({ id: randomUUID(), ...checkQuestion(input), origin }));
}

/**
 * A question with changes.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function changedQuestion(question: QuizQuestion, changes: Readonly<Record<string, unknown>>): QuizQuestion {
  const { id, origin, grounding } = question;
  const fixed = ['id', 'kind', 'origin', 'grounding', 'state'].find((name) => Object.hasOwn(changes, name));
  if (fixed !== undefined) {
    throw badArgument(`The ${fixed} of a question cannot be changed.`, 'Change other parts, or make a new question.');
  }
  const changed = checkQuestion({ ...question, ...changes });
  return { id, ...changed, origin, ...(grounding !== undefined && { grounding }) };
}
