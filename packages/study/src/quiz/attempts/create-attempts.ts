import { randomUUID } from 'node:crypto';
import {
  assertKnownOptions,
  badArgument,
  CuboError,
  isCuboError,
  type KnownOptions,
  type RecordChange,
} from '@cubo/contracts';
import type { StudyEventKind } from '../../progress/study-event.ts';
import { openStudyLog } from '../../progress/study-log.ts';
import type { CollectionRecord } from '../../records/collection.ts';
import { notFound } from '../../records/not-found.ts';
import type { StudyParts } from '../../study-parts.ts';
import { assertAnswer } from '../grading/assert-answer.ts';
import { gradeAnswer } from '../grading/grade-answer.ts';
import type { QuizAnswer } from '../grading/quiz-answer.ts';
import { withOrder } from '../order-options.ts';
import type { QuizQuestion } from '../quiz-question.ts';
import type { QuizRecords } from '../quiz-records.ts';
import type { AnswerOptions, AttemptMethods } from './attempt-methods.ts';
import { questionHistories, quizResults, topicScores } from './quiz-results.ts';
import { fittingOrder, toOwnOptions } from './shown-order.ts';
import { startAttempt } from './start-attempt.ts';
import type { StoredAnswer, StoredAttempt } from './stored-attempt.ts';
import { ownAnswer, viewAttempt, viewLine, viewQuestion } from './view-attempt.ts';

type AttemptRecord = CollectionRecord<StoredAttempt>;

const answerOptions: KnownOptions<AnswerOptions> = { milliseconds: true, signal: true };

/** The methods of quizzes that are about attempts. */
export function createAttempts(parts: StudyParts, records: QuizRecords): AttemptMethods {
  const { cubo, clock, random } = parts;
  const { attempts } = records;

  function find(id: string): AttemptRecord {
    const record = attempts.get(id);
    if (record === undefined) throw notFound('attempt', id);
    return record;
  }

  const questionsOf = ({ parent = '' }: AttemptRecord) =>
    new Map(records.questionsOf(parent).map((question) => [question.id, question]));

  /** A change of an attempt as it is by now, with the events that belong to it. */
  function change(
    id: string,
    next: (record: AttemptRecord) => { content: StoredAttempt; events?: readonly RecordChange[] },
  ): AttemptRecord {
    for (;;) {
      const record = find(id);
      const { content, events = [] } = next(record);
      const { parent, order, revision } = record;
      const sources = [...questionsOf(record).values()].flatMap(({ grounding }) => grounding?.source ?? []);
      const quotes = content.quoted === undefined ? [] : [...new Set(sources)];
      try {
        cubo.records.change([attempts.put(id, content, { parent, order, revision, quotes }), ...events]);
        return find(id);
      } catch (error) {
        if (!isCuboError(error, 'CUBO_RECORD_CHANGED')) throw error;
      }
    }
  }

  const eventAt = (at: number, event: StudyEventKind) =>
    openStudyLog({ cubo, clock: { now: () => at } }).entry(event).change;

  const answeredEvent = (quiz: string, question: QuizQuestion, { at, verdict, milliseconds }: StoredAnswer) =>
    eventAt(at, {
      ...{ type: 'question-answered', quiz, question: question.id, score: verdict?.score ?? 0 },
      ...(question.topic !== undefined && { topic: question.topic, source: question.grounding?.source }),
      ...(milliseconds !== undefined && { milliseconds }),
    });

  /** Finishes an attempt whose time is over. */
  async function settled(id: string, signal?: AbortSignal): Promise<AttemptRecord> {
    const record = find(id);
    const { endsAt, finishedAt } = record.content;
    const isOver = finishedAt === undefined && endsAt !== undefined && clock.now() >= endsAt;
    return isOver ? finish(id, signal) : record;
  }

  async function finish(id: string, signal?: AbortSignal): Promise<AttemptRecord> {
    for (;;) {
      const record = find(id);
      const { content, parent = '' } = record;
      if (content.finishedAt !== undefined) return record;
      const questions = questionsOf(record);
      const answers: Record<string, StoredAnswer> = { ...content.answers };
      for (const [question, answer] of Object.entries(content.answers)) {
        const asked = questions.get(question);
        const given = ownAnswer(content, question);
        if (asked === undefined || given === undefined || answer.verdict !== undefined) continue;
        answers[question] = { ...answer, verdict: await gradeStored(asked, given, signal) };
      }
      const now = clock.now();
      // The clock may have been set back.
      const finishedAt = Math.max(content.startedAt, Math.min(now, content.endsAt ?? now));
      const score = scoreOf(content, answers, questions);
      const { difficulty } = records.quiz(parent).content;
      try {
        return change(id, (latest) => {
          // What was answered while the others were graded has to be graded too.
          if (latest.revision !== record.revision) throw changedMeanwhile;
          const told = content.mode === 'practice' ? [] : Object.entries(answers);
          const events = told.flatMap(([question, answer]) => {
            const asked = questions.get(question);
            return asked === undefined || answer.verdict === undefined ? [] : answeredEvent(parent, asked, answer);
          });
          const over = eventAt(finishedAt, {
            type: 'quiz-finished',
            quiz: parent,
            score,
            ...(difficulty && { difficulty }),
          });
          return { content: { ...content, answers, finishedAt, score }, events: [...events, over] };
        });
      } catch (error) {
        if (error !== changedMeanwhile) throw error;
      }
    }
  }

  /** An answer that does not fit its question any more, because that was edited, is wrong. */
  async function gradeStored(question: QuizQuestion, answer: QuizAnswer, signal?: AbortSignal) {
    try {
      return await gradeAnswer(question, answer, parts, signal);
    } catch (error) {
      if (!isCuboError(error, 'CUBO_BAD_ARGUMENT')) throw error;
      return { score: 0, correct: false, by: 'rules' as const };
    }
  }

  const attemptsOf = async (quiz: string, signal?: AbortSignal): Promise<AttemptRecord[]> => {
    const settledOnes: AttemptRecord[] = [];
    for (const { id } of attempts.list({ parent: quiz })) settledOnes.push(await settled(id, signal));
    return settledOnes;
  };

  const histories = async (quiz: string) => questionHistories(records.questionsOf(quiz), await attemptsOf(quiz));

  return {
    async start(quiz, options = {}) {
      records.quiz(quiz);
      const questions = records.questionsOf(quiz);
      const known = options.only === 'wrong' ? await histories(quiz) : [];
      const now = clock.now();
      const content = startAttempt(options, { questions, histories: known }, { now, random });
      const id = randomUUID();
      cubo.records.change([attempts.put(id, content, { parent: quiz, order: now })]);
      const record = find(id);
      return viewAttempt(record, questionsOf(record));
    },
    async attempt(id) {
      const record = await settled(id);
      return viewAttempt(record, questionsOf(record));
    },
    async answer(id, questionId, given, options = {}) {
      assertKnownOptions('answer()', options, answerOptions);
      const { milliseconds, signal } = options;
      if (milliseconds !== undefined && !(Number.isFinite(milliseconds) && milliseconds >= 0)) {
        throw badArgument(`An answer cannot take ${String(milliseconds)} milliseconds.`, 'Pass 0 or more, or nothing.');
      }
      const at = clock.now();
      const record = await settled(id, signal);
      assertMayAnswer(record.content, questionId);
      const question = questionsOf(record).get(questionId);
      const entry = record.content.questions.find((asked) => asked.id === questionId);
      if (question === undefined || entry === undefined) throw notFound('question of the attempt', questionId);
      if (given === null) return takeBack(id, question);
      const order = fittingOrder(question, entry.order);
      const own = toOwnOptions(question, assertAnswer(withOrder(question, order), given), order);
      const isPractice = record.content.mode === 'practice';
      const verdict = isPractice ? await gradeAnswer(question, own, parts, signal) : undefined;
      const isTyped = typeof own === 'string' || (Array.isArray(own) && question.kind === 'cloze');
      const stored: StoredAnswer = {
        at,
        ...(milliseconds !== undefined && { milliseconds }),
        ...(!isTyped && { chosen: own as StoredAnswer['chosen'] }),
        ...(verdict !== undefined && { verdict }),
      };
      const { content } = change(id, (latest) => {
        assertMayAnswer(latest.content, questionId);
        const { answers, quoted, ...rest } = latest.content;
        const typed = { ...without(quoted?.typed ?? {}, questionId), ...(isTyped && { [questionId]: own as string }) };
        return {
          content: {
            ...rest,
            answers: { ...answers, [questionId]: stored },
            ...(Object.keys(typed).length > 0 && { quoted: { typed } }),
          },
          events: verdict === undefined ? [] : [answeredEvent(latest.parent ?? '', question, stored)],
        };
      });
      return viewQuestion(content, question);
    },
    async flag(id, question, flagged = true) {
      await settled(id);
      const found = find(id).content.questions.some((asked) => asked.id === question);
      if (!found) throw notFound('question of the attempt', question);
      change(id, ({ content }) => {
        assertGoingOn(content);
        const others = content.flagged.filter((other) => other !== question);
        return { content: { ...content, flagged: flagged ? [...others, question] : others } };
      });
    },
    async finish(id, options = {}) {
      assertKnownOptions('finish()', options, { signal: true });
      const record = await finish(id, options.signal);
      return viewAttempt(record, questionsOf(record));
    },
    async attempts(quiz) {
      records.quiz(quiz);
      return (await attemptsOf(quiz)).map(viewLine);
    },
    async results(quiz) {
      records.quiz(quiz);
      return quizResults(records.questionsOf(quiz), await attemptsOf(quiz));
    },
    async topics(quizzes) {
      if (quizzes !== undefined && !Array.isArray(quizzes)) {
        throw badArgument('The quizzes are no list.', 'Pass a list of ids, or nothing for all.');
      }
      const ids = quizzes ?? records.quizzes.list().map(({ id }) => id);
      const all = await Promise.all(ids.map((quiz) => histories(records.quiz(quiz).id)));
      return topicScores(all.flat());
    },
  };

  function takeBack(id: string, question: QuizQuestion) {
    const { content } = change(id, (latest) => {
      assertMayAnswer(latest.content, question.id);
      const { answers, quoted, ...rest } = latest.content;
      const typed = without(quoted?.typed ?? {}, question.id);
      const hasTyped = Object.keys(typed).length > 0;
      return { content: { ...rest, answers: without(answers, question.id), ...(hasTyped && { quoted: { typed } }) } };
    });
    return viewQuestion(content, question);
  }
}

const changedMeanwhile = new Error('The attempt was changed while it was graded.');

function without<Value>(table: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(table).filter(([other]) => other !== name));
}

/** Weighted; open questions count as wrong, and those that are gone do not count. */
function scoreOf(
  { questions }: StoredAttempt,
  answers: Readonly<Record<string, StoredAnswer>>,
  existing: ReadonlyMap<string, QuizQuestion>,
): number {
  const counted = questions.filter(({ id }) => existing.has(id));
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  const reached = counted.reduce((sum, { id, weight }) => sum + weight * (answers[id]?.verdict?.score ?? 0), 0);
  return total === 0 ? 0 : reached / total;
}

function assertMayAnswer(content: StoredAttempt, question: string): void {
  assertGoingOn(content);
  if (content.mode === 'practice' && Object.hasOwn(content.answers, question)) {
    throw badArgument(
      'The question has been answered, and practice takes one answer to each.',
      'Start another attempt, or one of the mode exam, where answers may be changed.',
    );
  }
}

function assertGoingOn({ finishedAt }: StoredAttempt): void {
  if (finishedAt === undefined) return;
  throw new CuboError({
    code: 'CUBO_STUDY_ATTEMPT_FINISHED',
    message: 'The attempt is finished, or its time is over.',
    remedy: 'Look at its result, or start another one.',
  });
}
