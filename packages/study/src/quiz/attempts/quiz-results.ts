import type { CollectionRecord } from '../../records/collection.ts';
import type { QuizQuestion } from '../quiz-question.ts';
import type { QuestionHistory, QuizResults, TopicScore } from './attempt.ts';
import type { StoredAttempt } from './stored-attempt.ts';
import { viewLine } from './view-attempt.ts';

interface Outcome {
  readonly at: number;
  readonly score: number;
  readonly correct: boolean;
  readonly milliseconds?: number | undefined;
}

/** What came of a quiz so far, from its attempts. */
export function quizResults(
  questions: readonly QuizQuestion[],
  attempts: readonly CollectionRecord<StoredAttempt>[],
): QuizResults {
  const lines = attempts.map(viewLine);
  const finished = lines.filter(({ finishedAt, only }) => finishedAt !== undefined && only === 'all');
  const best = finished.reduce<(typeof lines)[number] | undefined>(
    (highest, line) => ((line.score ?? 0) > (highest?.score ?? -1) ? line : highest),
    undefined,
  );
  const last = finished.toSorted((one, other) => (one.finishedAt ?? 0) - (other.finishedAt ?? 0)).at(-1);
  const histories = questionHistories(questions, attempts);
  return {
    attempts: lines,
    ...(best !== undefined && { best }),
    ...(last !== undefined && { last }),
    questions: histories,
    topics: topicScores(histories),
  };
}

/** Of every question, what is known of the answers to it. */
export function questionHistories(
  questions: readonly QuizQuestion[],
  attempts: readonly CollectionRecord<StoredAttempt>[],
): QuestionHistory[] {
  return questions.map(({ id, topic, grounding }) => {
    const outcomes = attempts.flatMap(({ content }) => outcomeOf(content, id) ?? []);
    const last = outcomes.reduce<Outcome | undefined>(
      (latest, outcome) => (outcome.at >= (latest?.at ?? 0) ? outcome : latest),
      undefined,
    );
    const times = outcomes.map(({ milliseconds }) => milliseconds).filter((time) => time !== undefined);
    return {
      question: id,
      ...(topic !== undefined && { topic }),
      ...(topic !== undefined && grounding !== undefined && { source: grounding.source }),
      asked: outcomes.length,
      right: outcomes.filter(({ correct }) => correct).length,
      ...(last !== undefined && { lastScore: last.score, lastAt: last.at }),
      ...(times.length > 0 && { milliseconds: times.reduce((sum, time) => sum + time, 0) / times.length }),
    };
  });
}

function outcomeOf(content: StoredAttempt, id: string): Outcome | undefined {
  const answer = Object.hasOwn(content.answers, id) ? content.answers[id] : undefined;
  if (answer !== undefined) {
    const { at, verdict, milliseconds } = answer;
    return verdict && { at, score: verdict.score, correct: verdict.correct, milliseconds };
  }
  const wasLeftOpen = content.finishedAt !== undefined && content.questions.some((question) => question.id === id);
  return wasLeftOpen ? { at: content.finishedAt, score: 0, correct: false } : undefined;
}

/** How well topics are known, by the histories of their questions; the weakest first, without those never asked. */
export function topicScores(histories: readonly QuestionHistory[]): TopicScore[] {
  const topics = Map.groupBy(
    histories.filter(({ topic }) => topic !== undefined),
    ({ topic, source }) => JSON.stringify([source, topic]),
  );
  return [...topics.values()]
    .flatMap((own): TopicScore[] => {
      const { topic = '', source } = own[0] as QuestionHistory;
      const scores = own.flatMap(({ lastScore }) => lastScore ?? []);
      if (scores.length === 0) return [];
      const score = scores.reduce((sum, last) => sum + last, 0) / scores.length;
      return [{ topic, ...(source !== undefined && { source }), asked: scores.length, questions: own.length, score }];
    })
    .sort((one, other) => one.score - other.score || (one.topic < other.topic ? -1 : 1));
}
