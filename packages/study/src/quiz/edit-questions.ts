import { randomUUID } from 'node:crypto';
import { CuboError } from '@cubo/contracts';
import type { Origin } from '../origin.ts';
import { readQuestion } from './items/question-kinds.ts';
import { isObject, readText } from './items/read-value.ts';
import type { QuizQuestion } from './quiz-question.ts';

/**
 * A question that a host has made.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function newQuestion(input: unknown, origin: Origin): QuizQuestion {
  return { id: randomUUID(), ...readInput(input), origin };
}

/**
 * A question with changes.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function changedQuestion(question: QuizQuestion, changes: Readonly<Record<string, unknown>>): QuizQuestion {
  const { id, origin, grounding, ...written } = question;
  const fixed = ['id', 'kind', 'origin', 'grounding'].find((name) => Object.hasOwn(changes, name));
  if (fixed !== undefined) throw badArgument(`The ${fixed} of a question cannot be changed.`, 'Change other parts.');
  const changed = readInput({ ...written, ...changes });
  return { id, ...changed, origin, ...(grounding !== undefined && { grounding }) };
}

function readInput(input: unknown) {
  const draft = isObject(input) ? readQuestion(input) : undefined;
  if (!isObject(input) || draft === undefined) {
    throw badArgument(
      'A question is incomplete or contradicts itself.',
      'Give its kind and what belongs to it: options that differ, a right answer among them, text and blanks.',
    );
  }
  const topic = readText(input.topic);
  return { ...draft, ...(topic !== undefined && { topic }) };
}

function badArgument(message: string, remedy: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
