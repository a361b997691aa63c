import { assertKnownOptions, badArgument, isTimeZone, type KnownOptions, systemClock } from '@cubo/contracts';
import { createStudyBackups } from './backup/create-study-backups.ts';
import { createDecks } from './flashcards/create-decks.ts';
import { createMindMaps } from './mind-map/create-mind-maps.ts';
import { createProgress } from './progress/create-progress.ts';
import { loadStudyPrompts } from './prompts/study-prompts.ts';
import { createQuizzes } from './quiz/create-quizzes.ts';
import type { Study, StudyOptions } from './study.ts';
import type { StudyParts } from './study-parts.ts';
import { createWorkshops } from './workshop/create-workshops.ts';

const options: KnownOptions<StudyOptions> = {
  cubo: true,
  generator: true,
  prompts: true,
  language: true,
  timeZone: true,
  rolloverHour: true,
  freezesPerWeek: true,
  clock: true,
  random: true,
};

/**
 * Makes learning material of the documents of a library: quizzes, workshops, flashcards and mind maps that rest on their
 * words, and the progress that is made by them.
 *
 * ```ts
 * const study = createStudy({ cubo, generator });
 * const { quiz } = await study.quizzes.generate({ scope: { sources: ['./biology'] }, count: 10 });
 * ```
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_PROMPT_INVALID`, `CUBO_PATH_NOT_FOUND`
 */
export function createStudy(given: StudyOptions): Study {
  assertOptions(given);
  const { cubo, language, clock = systemClock, random = Math.random, rolloverHour, freezesPerWeek } = given;
  const parts: StudyParts = {
    ...{ cubo, language, clock, random },
    generator: cubo.holdGenerator(given.generator),
    prompts: loadStudyPrompts(given.prompts),
    timeZone: given.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const quizzes = createQuizzes(parts);
  const progress = createProgress({ ...parts, freezesPerWeek });
  const backups = createStudyBackups(parts);
  return {
    quizzes,
    workshops: createWorkshops(parts, quizzes),
    decks: createDecks({ ...parts, rolloverHour }),
    mindMaps: createMindMaps(parts),
    progress,
    ...backups,
    restore(backup, restoreOptions) {
      const report = backups.restore(backup, restoreOptions);
      progress.rebuild();
      return report;
    },
  };
}

function assertOptions(given: StudyOptions): void {
  assertKnownOptions('createStudy()', given, options);
  const { cubo, language, timeZone, random } = given ?? {};
  if (typeof cubo?.holdGenerator !== 'function') {
    throw badArgument('The option cubo is no knowledge base.', 'Pass what createCubo() gives.');
  }
  if (language !== undefined && (typeof language !== 'string' || language.trim() === '')) {
    throw badArgument(`The option language is ${JSON.stringify(language)}.`, 'Pass a code or a name: de, German.');
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw badArgument(`There is no time zone ${String(timeZone)}.`, 'Names are like Europe/Berlin.');
  }
  if (random !== undefined && typeof random !== 'function') {
    throw badArgument('The option random is no function.', 'Pass a function such as Math.random.');
  }
}
