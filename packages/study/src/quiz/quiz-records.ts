import type { RecordChange, Scope } from '@cubo/contracts';
import type { Difficulty } from '../difficulty.ts';
import type { Grounding } from '../grounding/grounding.ts';
import type { Origin } from '../origin.ts';
import { type Collection, type CollectionRecord, openCollection } from '../records/collection.ts';
import { notFound } from '../records/not-found.ts';
import type { StudyParts } from '../study-parts.ts';
import type { StoredAttempt } from './attempts/stored-attempt.ts';
import type { QuestionDraft } from './question-draft.ts';
import type { QuizLine } from './quiz.ts';
import type { QuestionKind, QuizQuestion } from './quiz-question.ts';

/** A quiz as it is stored. */
export interface StoredQuiz {
  readonly difficulty?: Difficulty | undefined;
  readonly kinds: readonly QuestionKind[];
  /** The title that a host gave. */
  readonly title?: string | undefined;
  /** Set on a record that has lost what an erased document said. */
  readonly erased?: unknown;
  readonly quoted?:
    | { /** Made of titles of documents. */ readonly title?: string | undefined; readonly scope?: Scope | undefined }
    | undefined;
}

/** A question as it is stored; its record's parent is the quiz, and its order the place in it. */
export interface StoredQuestion {
  readonly kind: QuestionKind;
  readonly origin: Origin;
  readonly quoted?:
    | {
        readonly draft: QuestionDraft;
        readonly topic?: string | undefined;
        readonly grounding?: Grounding | undefined;
      }
    | undefined;
}

/** What quizzes are stored in. */
export interface QuizRecords {
  readonly quizzes: Collection<StoredQuiz>;
  readonly questions: Collection<StoredQuestion>;
  readonly attempts: Collection<StoredAttempt>;
  /**
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  quiz(id: string): CollectionRecord<StoredQuiz>;
  /** The questions of a quiz in their order, without those whose document was erased. */
  questionsOf(quiz: string): QuizQuestion[];
  /**
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  existing(id: string): { readonly question: QuizQuestion; readonly record: CollectionRecord<StoredQuestion> };
  putQuestion(
    question: QuizQuestion,
    place: { readonly quiz: string; readonly order: number; readonly revision?: number | undefined },
  ): RecordChange;
  /** A quiz as it stands in a list. */
  line(record: CollectionRecord<StoredQuiz>): QuizLine;
  /** Deletes a quiz and all that belongs to it. */
  deleteAll(quiz: string): RecordChange[];
}

/** Stands for a title that went with an erased document. */
const untitled = 'Quiz';

/** Opens the records of quizzes. */
export function openQuizRecords({ cubo }: Pick<StudyParts, 'cubo'>): QuizRecords {
  const quizzes = openCollection<StoredQuiz>(cubo.records, 'study.quiz');
  const questions = openCollection<StoredQuestion>(cubo.records, 'study.question');
  const attempts = openCollection<StoredAttempt>(cubo.records, 'study.attempt');
  const questionsOf = (quiz: string) => questions.list({ parent: quiz }).flatMap((record) => toQuestion(record) ?? []);
  return {
    quizzes,
    questions,
    attempts,
    quiz(id) {
      const record = quizzes.get(id);
      if (record === undefined) throw notFound('quiz', id);
      return record;
    },
    questionsOf,
    existing(id) {
      const record = questions.get(id);
      const question = record && toQuestion(record);
      if (record === undefined || question === undefined) throw notFound('question', id);
      return { question, record };
    },
    putQuestion({ id, origin, topic, grounding, ...draft }, { quiz, order, revision }) {
      const content: StoredQuestion = {
        kind: draft.kind,
        origin,
        quoted: { draft: draft as QuestionDraft, topic, grounding },
      };
      const quotes = grounding === undefined ? [] : [grounding.source];
      return questions.put(id, content, { parent: quiz, order, quotes, revision });
    },
    line({ id, content, createdAt, updatedAt }) {
      const { difficulty, quoted, title = quoted?.title ?? untitled } = content;
      return {
        ...{ id, title },
        ...(difficulty !== undefined && { difficulty }),
        questions: questionsOf(id).length,
        ...{ createdAt, updatedAt },
      };
    },
    deleteAll: (quiz) => [quizzes.delete(quiz), questions.clear(quiz), attempts.clear(quiz)],
  };
}

function toQuestion({ id, content }: CollectionRecord<StoredQuestion>): QuizQuestion | undefined {
  const { quoted, origin } = content;
  if (quoted === undefined) return undefined;
  const { draft, topic, grounding } = quoted;
  return { id, ...draft, origin, ...(topic !== undefined && { topic }), ...(grounding !== undefined && { grounding }) };
}
