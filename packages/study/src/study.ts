import type { Clock, Generator } from '@cubo/contracts';
import type { StudyBackups } from './backup/study-backup.ts';
import type { Decks } from './flashcards/decks.ts';
import type { MindMaps } from './mind-map/mind-maps.ts';
import type { Progress } from './progress/progress.ts';
import type { Quizzes } from './quiz/quizzes.ts';
import type { StudyLibrary } from './study-parts.ts';
import type { Workshops } from './workshop/workshops.ts';

/** Options of {@link createStudy}. */
export interface StudyOptions {
  /** The library that is studied. It stays open as long as the study is used; closing it is up to its owner. */
  readonly cubo: StudyLibrary;
  /**
   * What writes questions, cards, maps and lessons. Default: that of the library. The extractive one writes nothing: with it
   * all is made by rules, from headings, definitions and sentences of the documents.
   */
  readonly generator?: Generator | undefined;
  /** A folder of Markdown files that take the place of the prompts of the same names. Default: none. */
  readonly prompts?: string | undefined;
  /** The language that material is written in, a code (`de`) or a name (`German`). Default: that of its sources. */
  readonly language?: string | undefined;
  /** Time zone of the user, as IANA names it: days begin and end by it. Default: that of the process. */
  readonly timeZone?: string | undefined;
  /** When a day of reviews begins by the user's clock, 0 to 23: who learns past midnight has not begun the next. Default 4. */
  readonly rolloverHour?: number | undefined;
  /** How many days of a week may be left out without ending a streak, 0 to 6. Default 0. */
  readonly freezesPerWeek?: number | undefined;
  /** Default: the computer's clock. */
  readonly clock?: Clock | undefined;
  /** From 0 up to 1, excluding 1: shuffles options, and chooses among passages. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** Learning material of a library, and what was learnt by it. All of it is kept in the library. */
export interface Study extends StudyBackups {
  readonly quizzes: Quizzes;
  readonly workshops: Workshops;
  readonly decks: Decks;
  readonly mindMaps: MindMaps;
  readonly progress: Progress;
}
