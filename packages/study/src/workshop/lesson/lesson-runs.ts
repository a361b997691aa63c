import { CuboError } from '@cubo/contracts';
import type { StudyParts } from '../../study-parts.ts';
import type { LessonText } from '../workshop.ts';
import { toLesson, type WorkshopRecords } from '../workshop-records.ts';
import type { LessonStep } from '../workshops.ts';
import { lessonByRules } from './lesson-by-rules.ts';
import { lessonPassages } from './lesson-passages.ts';
import { type SharedRun, sharedRun } from './shared-run.ts';
import { writeLesson } from './write-lesson.ts';

/** Writes lessons, one at a time in each workshop, and each for all who ask for it meanwhile. */
export interface LessonRuns {
  /**
   * @throws as `workshops.lesson`
   */
  write(lesson: string, signal: AbortSignal | undefined): AsyncGenerator<LessonStep, void, undefined>;
}

/** Makes the runs of a library's workshops. */
export function createLessonRuns(parts: StudyParts, records: WorkshopRecords): LessonRuns {
  const { cubo, generator, clock } = parts;
  const running = new Map<string, SharedRun<LessonStep>>();
  /** By workshop, the end of what was asked for last. */
  const queues = new Map<string, Promise<void>>();

  function begin(id: string): SharedRun<LessonStep> {
    const { parent: workshop = '' } = records.lesson(id);
    const before = queues.get(workshop);
    const run = sharedRun<LessonStep>(async function* (signal) {
      await before;
      signal.throwIfAborted();
      yield* steps(id, signal);
    });
    running.set(id, run);
    const ended = run.ended.then(() => {
      if (running.get(id) === run) running.delete(id);
      if (queues.get(workshop) === ended) queues.delete(workshop);
    });
    queues.set(workshop, ended);
    return run;
  }

  async function* steps(id: string, signal: AbortSignal): AsyncGenerator<LessonStep, void, undefined> {
    const { parent: workshop = '', content } = records.lesson(id);
    const { content: whole } = records.workshop(workshop);
    const lessons = records.lessonsOf(workshop);
    const scope = whole.quoted?.scope ?? (whole.quoted === undefined ? { sources: content.quoted.sources } : undefined);
    const isByRules = generator.id === 'extractive';
    const passages = await lessonPassages(parts, content.quoted, { scope, signal, isWhole: isByRules });
    if (passages.length === 0) throw noSources(content.quoted.title);
    const { title, objectives } = content.quoted;
    const written = isByRules
      ? lessonByRules(title, passages)
      : yield* writeLesson(
          parts,
          {
            ...{ title, objectives, minutes: content.minutes },
            number: lessons.findIndex((lesson) => lesson.id === id) + 1,
            others: lessons.filter((lesson) => lesson.id !== id).map((lesson) => lesson.content.quoted.title),
            workshop: { ...records.line(records.workshop(workshop)), summary: whole.quoted?.summary ?? '' },
          },
          { passages, signal },
        );
    signal.throwIfAborted();
    const text: LessonText = { ...written, origin: isByRules ? 'rules' : 'model', writtenAt: clock.now() };
    // It may have been renamed or completed meanwhile.
    const { content: latest, parent, order, revision } = records.lesson(id);
    const sources = [...new Set([...latest.quoted.sources, ...passages.map(({ source }) => source)])];
    const quoted = { ...latest.quoted, sources, text };
    cubo.records.change([records.putLesson(id, { ...latest, quoted }, { parent, order, revision })]);
    yield { type: 'done', lesson: toLesson(records.lesson(id)) };
  }

  return {
    async *write(lesson, signal) {
      const run = running.get(lesson);
      yield* (run === undefined || run.isGivenUp ? begin(lesson) : run).follow(signal);
    },
  };
}

function noSources(title: string): CuboError {
  return new CuboError({
    code: 'CUBO_STUDY_NOTHING_MADE',
    message: `There are no passages for the lesson ${JSON.stringify(title)}: its documents have left the library.`,
    remedy: 'Bring them back with an ingest, or plan a new workshop.',
  });
}
