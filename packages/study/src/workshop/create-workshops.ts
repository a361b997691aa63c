import { randomUUID } from 'node:crypto';
import { assertKnownOptions, badArgument, CuboError, type KnownOptions, type RecordChange } from '@cubo/contracts';
import { awaitableSteps } from '@cubo/core';
import { samplePassages } from '../coverage/sample-passages.ts';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { assertDifficulty } from '../difficulty.ts';
import { openStudyLog } from '../progress/study-log.ts';
import type { Quizzes } from '../quiz/quizzes.ts';
import type { StudyParts } from '../study-parts.ts';
import { titleOfSources } from '../title-of-sources.ts';
import { arrangedLessons } from './arrange-lessons.ts';
import { createLessonRuns } from './lesson/lesson-runs.ts';
import { outlineByRules } from './outline/outline-by-rules.ts';
import { writeOutline } from './outline/write-outline.ts';
import { readLessons, readWorkshop } from './read-workshop.ts';
import { type KeptLesson, openWorkshopRecords, type StoredWorkshop, toLesson } from './workshop-records.ts';
import type {
  FinalQuizOptions,
  GenerateWorkshopOptions,
  LessonOptions,
  LessonStep,
  LessonStream,
  Workshops,
} from './workshops.ts';

const mostLessons = 20;
/** A plan is made from so many passages of each lesson, from all over the documents. */
const passagesPerLesson = 4;
/** Without a model all passages are taught, as far as a person may want to read them. */
const passagesOfRules = 500;

const generateOptions: KnownOptions<GenerateWorkshopOptions> = {
  scope: true,
  lessons: true,
  difficulty: true,
  title: true,
  signal: true,
};
const quizOptions: KnownOptions<FinalQuizOptions> = { count: true, kinds: true, signal: true };
const lessonOptions: KnownOptions<LessonOptions> = { signal: true };

type PlannedWorkshop = {
  readonly content: StoredWorkshop;
  readonly lessons: readonly KeptLesson['content'][];
  readonly sources: readonly string[];
};

/** Makes the workshops of a study. */
export function createWorkshops(parts: StudyParts, quizzes: Pick<Quizzes, 'generate'>): Workshops {
  const { cubo, clock } = parts;
  const records = openWorkshopRecords(parts);
  const runs = createLessonRuns(parts, records);
  const log = openStudyLog(parts);

  async function plan(options: GenerateWorkshopOptions): Promise<PlannedWorkshop> {
    const { scope, lessons = 5, difficulty = 'intermediate', title, signal } = options;
    const isByRules = parts.generator.id === 'extractive';
    const count = isByRules ? passagesOfRules : lessons * passagesPerLesson;
    const passages = await samplePassages(parts, { scope, count, signal });
    if (passages.length === 0) throw noText();
    const { outline, sources } = isByRules
      ? planByRules(passages, lessons)
      : await planByModel(passages, { lessons, difficulty, signal });
    const { title: made = titleOfSources(parts, sources), lessons: planned, ...rest } = outline;
    return {
      sources,
      lessons: planned,
      content: {
        difficulty,
        origin: isByRules ? 'rules' : 'model',
        ...(title !== undefined && { title }),
        quoted: { ...rest, title: made, ...(scope !== undefined && { scope }) },
      },
    };
  }

  async function planByModel(
    passages: readonly StudyPassage[],
    options: Omit<Parameters<typeof writeOutline>[1], 'passages'>,
  ) {
    const { passages: shown, lessons, ...outline } = await writeOutline(parts, { ...options, passages });
    const contents = lessons.map(({ title, objectives, minutes, sources }) => {
      const own = sources.flatMap((number) => shown[number - 1] ?? []);
      return lessonContent({ title, objectives, minutes }, own.length > 0 ? own : shown);
    });
    // A lesson that names no passage is about all; its chunks are found by a search.
    return { outline: { ...outline, lessons: contents }, sources: sourcesOf(shown) };
  }

  function planByRules(passages: readonly StudyPassage[], most: number) {
    const byId = new Map(passages.map((passage) => [passage.id, passage]));
    const planned = outlineByRules(passages, most);
    const lessons = planned.map(({ title, minutes, chunks }) => {
      const own = chunks.flatMap((id) => byId.get(id) ?? []);
      return { ...lessonContent({ title, objectives: [], minutes }, own) };
    });
    const keyPoints = planned.map(({ title }) => title);
    const outline = { title: undefined, summary: '', keyPoints, objectives: [], lessons };
    return { outline, sources: sourcesOf(passages) };
  }

  /** What completes a workshop, if all of these lessons are completed. */
  function completion(workshop: string, lessons: readonly KeptLesson['content'][]): RecordChange[] {
    const { content, order, revision, parent } = records.workshop(workshop);
    const isOver = lessons.length > 0 && lessons.every(({ completedAt }) => completedAt !== undefined);
    if (!isOver || content.completedAt !== undefined) return [];
    const sources = records.lessonsOf(workshop).flatMap((lesson) => lesson.content.quoted.sources);
    const quotes = content.quoted === undefined ? [] : [...new Set(sources)];
    return [
      records.workshops.put(workshop, { ...content, completedAt: clock.now() }, { parent, order, revision, quotes }),
      log.entry({ type: 'workshop-completed', workshop }).change,
    ];
  }

  return {
    async generate(options = {}) {
      assertOptions(options);
      const { content, lessons, sources } = await plan(options);
      const id = randomUUID();
      cubo.records.change([
        records.workshops.put(id, content, { order: clock.now(), quotes: sources }),
        ...lessons.map((lesson, order) => records.putLesson(randomUUID(), lesson, { parent: id, order })),
        log.entry({ type: 'workshop-created', workshop: id }).change,
      ]);
      return readWorkshop(parts, records, id);
    },
    list: () => records.workshops.list({ descending: true }).map(records.line),
    get: (id) => readWorkshop(parts, records, id),
    delete(id) {
      const exists = records.workshops.get(id) !== undefined;
      if (exists) cubo.records.change(records.deleteAll(id));
      return exists;
    },
    lesson(id, options = {}) {
      assertKnownOptions('lesson()', options, lessonOptions);
      return lessonStream(async function* () {
        const known = records.lesson(id);
        if (known.content.quoted.text === undefined) return yield* runs.write(id, options.signal);
        const [lesson = toLesson(known)] = await readLessons(parts, [known]);
        yield { type: 'done', lesson };
      });
    },
    regenerate(id, options = {}) {
      assertKnownOptions('regenerate()', options, lessonOptions);
      return lessonStream(() => runs.write(id, options.signal));
    },
    async edit(id, markdown) {
      if (typeof markdown !== 'string' || markdown.trim() === '') {
        throw badArgument('The text of a lesson is empty.', 'Pass Markdown.');
      }
      const { content, parent, order, revision } = records.lesson(id);
      const cited = new Set(
        [...markdown.matchAll(/\[([\d,; ]+)\]/g)].flatMap(([, list = '']) => list.split(/[,;]/).map(Number)),
      );
      const citations = (content.quoted.text?.citations ?? []).filter(({ number }) => cited.has(number));
      const text = { markdown, citations, origin: 'user' as const, writtenAt: clock.now() };
      const quoted = { ...content.quoted, text };
      cubo.records.change([records.putLesson(id, { ...content, quoted }, { parent, order, revision })]);
      return toLesson(records.lesson(id));
    },
    async arrange(id, changes) {
      records.workshop(id);
      const before = records.lessonsOf(id);
      const after = arrangedLessons(before, changes);
      const kept = new Set(after.map((lesson) => lesson.id));
      cubo.records.change([
        ...before.filter((lesson) => !kept.has(lesson.id)).map((lesson) => records.deleteLesson(lesson.id)),
        ...after.map(({ id: lesson, content, revision }, order) =>
          records.putLesson(lesson, content, { parent: id, order, revision }),
        ),
        ...completion(
          id,
          after.map(({ content }) => content),
        ),
      ]);
      return readWorkshop(parts, records, id);
    },
    async complete(id) {
      const { content, parent: workshop = '', order, revision } = records.lesson(id);
      if (content.completedAt === undefined) {
        const completed = { ...content, completedAt: clock.now() };
        const others = records.lessonsOf(workshop).filter((lesson) => lesson.id !== id);
        cubo.records.change([
          records.putLesson(id, completed, { parent: workshop, order, revision }),
          log.entry({ type: 'lesson-completed', workshop, lesson: id }).change,
          ...completion(workshop, [completed, ...others.map((lesson) => lesson.content)]),
        ]);
      }
      return readWorkshop(parts, records, workshop);
    },
    finalQuiz(id, options = {}) {
      assertKnownOptions('finalQuiz()', options, quizOptions);
      const record = records.workshop(id);
      const { difficulty, quoted } = record.content;
      const left = records.lessonsOf(id).flatMap((lesson) => lesson.content.quoted.sources);
      const scope = quoted === undefined ? { sources: [...new Set(left)] } : quoted.scope;
      const { count = 5, kinds, signal } = options;
      return quizzes.generate({ scope, count, kinds, difficulty, signal });
    },
  };
}

function lessonContent(
  lesson: { readonly title: string; readonly objectives: readonly string[]; readonly minutes: number },
  passages: readonly StudyPassage[],
): KeptLesson['content'] {
  const { minutes, ...named } = lesson;
  return { minutes, quoted: { ...named, chunks: passages.map(({ id }) => id), sources: sourcesOf(passages) } };
}

function sourcesOf(passages: readonly StudyPassage[]): string[] {
  return [...new Set(passages.map(({ source }) => source))];
}

function lessonStream(steps: () => AsyncGenerator<LessonStep, void, undefined>): LessonStream {
  return awaitableSteps<LessonStep, Extract<LessonStep, { type: 'done' }>>({
    steps: steps(),
    isDone: (step): step is Extract<LessonStep, { type: 'done' }> => step.type === 'done',
    left: {
      message: 'The lesson was left before its end.',
      remedy: 'Await it instead of reading its steps, or read them to the end.',
    },
  });
}

function assertOptions(options: GenerateWorkshopOptions): void {
  assertKnownOptions('generate()', options, generateOptions);
  const { lessons, difficulty, title } = options;
  if (lessons !== undefined && !(Number.isInteger(lessons) && lessons >= 1 && lessons <= mostLessons)) {
    throw badArgument(
      `A workshop of ${String(lessons)} lessons cannot be made.`,
      `Pass a whole number from 1 to ${mostLessons}.`,
    );
  }
  assertDifficulty(difficulty);
  if (title !== undefined && (typeof title !== 'string' || title.trim() === '')) {
    throw badArgument('The title of a workshop is no text.', 'Pass one that is not empty.');
  }
}

function noText(): CuboError {
  return new CuboError({
    code: 'CUBO_STUDY_NOTHING_MADE',
    message: 'The scope has no text to plan a workshop about.',
    remedy: 'Choose documents of the library that have text.',
  });
}
