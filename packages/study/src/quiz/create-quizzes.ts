import { randomUUID } from 'node:crypto';
import { assertKnownOptions, badArgument, CuboError, type KnownOptions, type RecordChange } from '@cubo/contracts';
import { awaitableSteps } from '@cubo/core';
import { assertDifficulty, type Difficulty } from '../difficulty.ts';
import { openStudyLog } from '../progress/study-log.ts';
import type { StudyParts } from '../study-parts.ts';
import { titleOfSources } from '../title-of-sources.ts';
import { createAttempts } from './attempts/create-attempts.ts';
import { changedQuestion, newQuestions } from './edit-questions.ts';
import { generateQuestions, type QuestionsReport } from './generate-questions.ts';
import { questionKindNames } from './items/question-kinds.ts';
import type { QuestionKind, QuizQuestion } from './quiz-question.ts';
import { openQuizRecords, type QuizRecords, type StoredQuiz } from './quiz-records.ts';
import type {
  CreateQuizOptions,
  GenerateQuizOptions,
  MoreQuestionsOptions,
  QuizReport,
  QuizStep,
  QuizStream,
  Quizzes,
} from './quizzes.ts';
import { quizCoverage, readQuiz } from './read-quiz.ts';

/** More at once are more than a model keeps apart. */
const mostQuestions = 200;

const generateOptions: KnownOptions<GenerateQuizOptions> = {
  scope: true,
  count: true,
  kinds: true,
  difficulty: true,
  title: true,
  excludeAsked: true,
  signal: true,
};
const moreOptions: KnownOptions<MoreQuestionsOptions> = {
  scope: true,
  kinds: true,
  difficulty: true,
  excludeAsked: true,
  signal: true,
};
const createOptions: KnownOptions<CreateQuizOptions> = { title: true, questions: true, difficulty: true, origin: true };

/** Makes the quizzes of a study. */
export function createQuizzes(parts: StudyParts): Quizzes {
  const { cubo } = parts;
  const records = openQuizRecords(parts);
  const log = openStudyLog(parts);

  /** Puts questions behind those of a quiz. */
  function putAll(quiz: string, questions: readonly QuizQuestion[]): RecordChange[] {
    const last = records.questions.list({ parent: quiz, descending: true, limit: 1 })[0]?.order ?? -1;
    return questions.map((question, i) => records.putQuestion(question, { quiz, order: last + 1 + i }));
  }

  /** What title and scope are made of goes with those documents. */
  const putQuiz = (
    id: string,
    content: StoredQuiz,
    questions: readonly QuizQuestion[],
    { order = parts.clock.now(), revision }: { order?: number; revision?: number } = {},
  ) => {
    // A title names documents of questions that have been removed, too.
    const before = cubo.records.get('study.quiz', id)?.quotes ?? [];
    const quotes = content.quoted === undefined ? [] : [...new Set([...before, ...sourcesOf(questions)])];
    return records.quizzes.put(id, content, { order, quotes, revision });
  };

  function generate(options: GenerateQuizOptions): QuizStream {
    assertKnownOptions('generate()', options, generateOptions);
    const { scope, count, difficulty = 'intermediate', title, signal } = options ?? {};
    assertWanted(count, options ?? {});
    if (title !== undefined) assertTitle(title);
    const kinds = options.kinds ?? defaultKinds(parts);
    const known = askedBy(records, options.excludeAsked);
    return streamOf(async function* () {
      const { questions, ...report } = yield* steps({ scope, count, kinds, difficulty, known, signal });
      const id = randomUUID();
      const made = title === undefined ? { title: titleOfSources(parts, sourcesOf(questions)) } : {};
      const quoted = { ...made, ...(scope !== undefined && { scope }) };
      const hasQuoted = Object.keys(quoted).length > 0;
      const content = { difficulty, kinds, ...(title !== undefined && { title }), ...(hasQuoted && { quoted }) };
      const created = log.entry({ type: 'quiz-created', quiz: id }).change;
      cubo.records.change([putQuiz(id, content, questions), ...putAll(id, questions), created]);
      yield await reportOf(id, questions, report);
    });
  }

  function more(id: string, count: number, options: MoreQuestionsOptions = {}): QuizStream {
    assertKnownOptions('more()', options, moreOptions);
    assertWanted(count, options);
    const { content } = records.quiz(id);
    const own = records.questionsOf(id);
    const kinds = options.kinds ?? (content.kinds.length > 0 ? content.kinds : defaultKinds(parts));
    const difficulty = options.difficulty ?? content.difficulty ?? 'intermediate';
    const scope = options.scope ?? (content.erased ? { sources: sourcesOf(own) } : content.quoted?.scope);
    const known = [...own, ...askedBy(records, options.excludeAsked)];
    return streamOf(async function* () {
      const { signal } = options;
      const { questions, ...report } = yield* steps({ scope, count, kinds, difficulty, known, signal });
      const { content: latest, ...place } = records.quiz(id);
      const all = [...records.questionsOf(id), ...questions];
      cubo.records.change([putQuiz(id, latest, all, place), ...putAll(id, questions)]);
      yield await reportOf(id, questions, report);
    });
  }

  /** What is stored: questions of a document that was erased while they were written are not. */
  async function reportOf(
    id: string,
    made: readonly QuizQuestion[],
    { shortfall, dropped }: Omit<QuestionsReport, 'questions'>,
  ): Promise<QuizReport> {
    const quiz = await readQuiz(parts, records, id);
    const stored = new Set(quiz.questions.map((question) => question.id));
    const questions = made.filter((question) => stored.has(question.id));
    const lost = made.length - questions.length;
    return { type: 'done', quiz, questions, shortfall: shortfall + lost, dropped };
  }

  async function* steps(wanted: Parameters<typeof generateQuestions>[1]) {
    const questions = generateQuestions(parts, wanted);
    for (;;) {
      const next = await questions.next();
      if (next.done) {
        if (next.value.questions.length === 0) throw nothingMade(next.value.dropped);
        return next.value;
      }
      yield { type: 'question' as const, question: next.value };
    }
  }

  return {
    ...createAttempts(parts, records),
    generate,
    more,
    async create(options) {
      assertKnownOptions('create()', options, createOptions);
      const { title, questions: inputs = [], difficulty, origin } = options ?? {};
      assertTitle(title);
      assertDifficulty(difficulty);
      const questions = newQuestions(inputs, origin);
      const id = randomUUID();
      const kinds = [...new Set(questions.map(({ kind }) => kind))];
      const content = { kinds, title, ...(difficulty !== undefined && { difficulty }) };
      const created = log.entry({ type: 'quiz-created', quiz: id }).change;
      cubo.records.change([putQuiz(id, content, questions), ...putAll(id, questions), created]);
      return readQuiz(parts, records, id);
    },
    add(quiz, inputs, options = {}) {
      assertKnownOptions('add()', options, { origin: true });
      records.quiz(quiz);
      const questions = newQuestions(inputs, options.origin);
      cubo.records.change(putAll(quiz, questions));
      return questions;
    },
    edit(id, changes) {
      const { question, record } = records.existing(id);
      const changed = changedQuestion(question, changes);
      const { parent: quiz = '', order, revision } = record;
      cubo.records.change([records.putQuestion(changed, { quiz, order, revision })]);
      return changed;
    },
    remove(id) {
      const exists = records.questions.get(id) !== undefined;
      if (exists) cubo.records.change([records.questions.delete(id)]);
      return exists;
    },
    reorder(quiz, ids) {
      records.quiz(quiz);
      if (!Array.isArray(ids)) throw badArgument('The order is no list.', 'Pass a list of ids.');
      const revisions = new Map(records.questions.list({ parent: quiz }).map(({ id, revision }) => [id, revision]));
      const questions = new Map(records.questionsOf(quiz).map((question) => [question.id, question]));
      const isAll = ids.length === questions.size && new Set(ids).size === ids.length;
      if (!isAll || !ids.every((id) => questions.has(id))) {
        throw badArgument(
          'The order names other questions than the quiz has.',
          'Name all of its questions, each once.',
        );
      }
      cubo.records.change(
        ids.map((id, order) =>
          records.putQuestion(questions.get(id) as QuizQuestion, { quiz, order, revision: revisions.get(id) }),
        ),
      );
    },
    rename(id, title) {
      assertTitle(title);
      const { content, ...place } = records.quiz(id);
      cubo.records.change([putQuiz(id, { ...content, title }, records.questionsOf(id), place)]);
    },
    list: () => records.quizzes.list({ descending: true }).map((record) => records.line(record)),
    get: (id) => readQuiz(parts, records, id),
    coverage: (id) => quizCoverage(parts, records, id),
    delete(id) {
      const exists = records.quizzes.get(id) !== undefined;
      if (exists) cubo.records.change(records.deleteAll(id));
      return exists;
    },
  };
}

function streamOf(steps: () => AsyncGenerator<QuizStep, void, undefined>): QuizStream {
  return awaitableSteps<QuizStep, QuizReport>({
    steps: steps(),
    isDone: (step): step is QuizReport => step.type === 'done',
    left: {
      message: 'The generation was left before its end, and nothing was stored.',
      remedy: 'Await it instead of reading its steps, or read them to the end.',
    },
  });
}

function defaultKinds({ generator }: StudyParts): readonly QuestionKind[] {
  return generator.id === 'extractive' ? ['cloze', 'multiple-choice'] : ['multiple-choice', 'true-false'];
}

/** Questions of other quizzes that are not to come again. */
function askedBy(records: QuizRecords, quizzes: true | readonly string[] | undefined): QuizQuestion[] {
  if (quizzes === undefined) return [];
  if (quizzes !== true && !Array.isArray(quizzes)) {
    throw badArgument('The option excludeAsked is no list of quizzes.', 'Pass a list of ids, or true for all.');
  }
  const ids = quizzes === true ? records.quizzes.list().map(({ id }) => id) : quizzes;
  return ids.flatMap((id) => records.questionsOf(records.quiz(id).id));
}

function sourcesOf(questions: readonly QuizQuestion[]): string[] {
  return [...new Set(questions.flatMap(({ grounding }) => grounding?.source ?? []))];
}

function assertWanted(
  count: number,
  {
    kinds,
    difficulty,
  }: { readonly kinds?: readonly QuestionKind[] | undefined; readonly difficulty?: Difficulty | undefined },
): void {
  if (!Number.isInteger(count) || count < 1 || count > mostQuestions) {
    throw badArgument(
      `The count of questions is ${JSON.stringify(count)}.`,
      `Pass a whole number from 1 to ${mostQuestions}.`,
    );
  }
  const isList = Array.isArray(kinds) && kinds.length > 0 && new Set(kinds).size === kinds.length;
  if (kinds !== undefined && !(isList && kinds.every((kind) => questionKindNames.includes(kind)))) {
    throw badArgument(
      'The option kinds is no list of kinds.',
      `Pass some of ${questionKindNames.join(', ')}, each once.`,
    );
  }
  assertDifficulty(difficulty);
}

function assertTitle(title: unknown): void {
  if (typeof title === 'string' && title.trim() !== '') return;
  throw badArgument('The title of a quiz is no text.', 'Pass one that is not empty.');
}

function nothingMade(dropped: Readonly<Record<string, number>>): CuboError {
  const reasons = Object.entries(dropped).filter(([, count]) => count > 0);
  const told = reasons.map(([reason, count]) => `${count} ${reason}`).join(', ');
  return new CuboError({
    code: 'CUBO_STUDY_NOTHING_MADE',
    message: `No sound question could be made${told === '' ? '' : ` (dropped: ${told})`}.`,
    remedy: 'Check that the scope has documents with text; choose other kinds, or a larger model.',
  });
}
