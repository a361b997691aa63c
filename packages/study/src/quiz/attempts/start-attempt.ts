import { assertKnownOptions, badArgument, type KnownOptions } from '@cubo/contracts';
import { questionKindNames } from '../items/question-kinds.ts';
import { createOptionOrder, shuffled } from '../order-options.ts';
import type { QuizQuestion } from '../quiz-question.ts';
import type { QuestionHistory, StartOptions } from './attempt.ts';
import type { StoredAttempt } from './stored-attempt.ts';

const known: KnownOptions<StartOptions> = { mode: true, minutes: true, only: true, shuffle: true, weights: true };

/**
 * What is stored of an attempt as it begins.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function startAttempt(
  options: StartOptions,
  quiz: { readonly questions: readonly QuizQuestion[]; readonly histories: readonly QuestionHistory[] },
  { now, random }: { readonly now: number; readonly random: () => number },
): StoredAttempt {
  assertKnownOptions('start()', options, known);
  const { mode = 'practice', minutes, only = 'all', shuffle = false, weights = {} } = options;
  assertChoice('mode', mode, ['practice', 'exam']);
  assertChoice('only', only, ['all', 'wrong']);
  if (minutes !== undefined && !(Number.isFinite(minutes) && minutes > 0)) {
    throw badArgument(`An attempt cannot take ${String(minutes)} minutes.`, 'Pass a number above 0, or none.');
  }
  assertWeights(weights, quiz.questions);
  const chosen = only === 'all' ? quiz.questions : wrongOnes(quiz.questions, quiz.histories);
  if (chosen.length === 0) {
    throw quiz.questions.length === 0
      ? badArgument('The quiz has no questions.', 'Add some, or have more made.')
      : badArgument('No question of the quiz was answered wrong.', 'Start an attempt at all of them.');
  }
  const orders = createOptionOrder(random);
  const questions = (shuffle ? shuffled(chosen, random) : chosen).map((question) => {
    const order = shuffle ? orders.next(question) : undefined;
    const { id, kind } = question;
    const weight = weightOf(weights, id) ?? weightOf(weights, kind) ?? 1;
    return { id, weight, ...(order !== undefined && { order }) };
  });
  if (questions.every(({ weight }) => weight === 0)) {
    throw badArgument('All questions have the weight 0.', 'Let at least one of them count.');
  }
  const endsAt = minutes === undefined ? undefined : now + minutes * 60_000;
  return { mode, only, startedAt: now, ...(endsAt !== undefined && { endsAt }), questions, answers: {}, flagged: [] };
}

function wrongOnes(questions: readonly QuizQuestion[], histories: readonly QuestionHistory[]): QuizQuestion[] {
  const wrong = new Set(histories.filter(({ lastScore = 1 }) => lastScore < 1).map(({ question }) => question));
  return questions.filter(({ id }) => wrong.has(id));
}

function weightOf(weights: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(weights, name) ? weights[name] : undefined;
}

function assertWeights(weights: Readonly<Record<string, number>>, questions: readonly QuizQuestion[]): void {
  const names = new Set<string>([...questionKindNames, ...questions.map(({ id }) => id)]);
  for (const [name, weight] of Object.entries(weights)) {
    if (!names.has(name)) {
      throw badArgument(`There is a weight for ${name}, which is no question of the quiz.`, 'Name ids or kinds.');
    }
    if (!(Number.isFinite(weight) && weight >= 0)) {
      throw badArgument(`The weight of ${name} is ${String(weight)}.`, 'Pass a number of 0 or more.');
    }
  }
}

function assertChoice(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  throw badArgument(`The option ${name} is ${String(value)}.`, `Pass one of ${choices.join(', ')}.`);
}
