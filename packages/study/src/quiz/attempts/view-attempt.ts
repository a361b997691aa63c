import type { CollectionRecord } from '../../records/collection.ts';
import type { QuizAnswer } from '../grading/quiz-answer.ts';
import { withOrder } from '../order-options.ts';
import type { QuizQuestion } from '../quiz-question.ts';
import type { AskedQuestion, Attempt, AttemptLine } from './attempt.ts';
import { fittingOrder, toShownOptions } from './shown-order.ts';
import type { StoredAttempt } from './stored-attempt.ts';

/** An attempt as its user may see it. */
export function viewAttempt(
  record: CollectionRecord<StoredAttempt>,
  questions: ReadonlyMap<string, QuizQuestion>,
): Attempt {
  const { content } = record;
  const asked = content.questions.flatMap(({ id }) => {
    const question = questions.get(id);
    return question === undefined ? [] : viewQuestion(content, question);
  });
  return { ...viewLine(record), questions: asked, answered: asked.filter(({ answer }) => answer !== undefined).length };
}

/** The same without its questions. */
export function viewLine({ id, parent = '', content }: CollectionRecord<StoredAttempt>): AttemptLine {
  const { mode, only, startedAt, endsAt, finishedAt, score, questions, answers } = content;
  return {
    ...{ id, quiz: parent, mode, only, startedAt },
    ...(endsAt !== undefined && { endsAt }),
    ...(finishedAt !== undefined && { finishedAt }),
    ...{ questions: questions.length, answered: Object.keys(answers).length },
    ...(score !== undefined && { score }),
  };
}

/** A question of an attempt as its user may see it. */
export function viewQuestion(content: StoredAttempt, own: QuizQuestion): AskedQuestion {
  const entry = content.questions.find(({ id }) => id === own.id);
  const order = fittingOrder(own, entry?.order);
  const question = withOrder(own, order);
  const answer = answerOf(content, own, order);
  const verdict = content.answers[own.id]?.verdict;
  const isOver = content.finishedAt !== undefined;
  const mayKnow = isOver || (content.mode === 'practice' && verdict !== undefined);
  const { id, kind, topic, difficulty } = question;
  return {
    ...{ id, kind, question: question.question },
    ...('options' in question && { options: question.options }),
    ...(question.kind === 'cloze' && { text: question.text }),
    ...(question.kind === 'numeric' && question.unit !== undefined && { unit: question.unit }),
    ...(topic !== undefined && { topic }),
    ...(difficulty !== undefined && { difficulty }),
    ...{ weight: entry?.weight ?? 1, flagged: content.flagged.includes(id) },
    ...(answer !== undefined && { answer }),
    ...(mayKnow && verdict !== undefined && { verdict }),
    ...(mayKnow && { solution: question }),
  };
}

function answerOf(
  content: StoredAttempt,
  question: QuizQuestion,
  order: readonly number[] | undefined,
): QuizAnswer | undefined {
  const own = ownAnswer(content, question.id);
  return own === undefined ? undefined : toShownOptions(question, own, order);
}

/** What was answered, by the question's own options. */
export function ownAnswer({ answers, quoted }: StoredAttempt, id: string): QuizAnswer | undefined {
  if (!Object.hasOwn(answers, id)) return undefined;
  const typed = quoted !== undefined && Object.hasOwn(quoted.typed, id) ? quoted.typed[id] : undefined;
  return answers[id]?.chosen ?? typed;
}
