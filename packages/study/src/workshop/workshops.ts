import type { Scope } from '@cubo/contracts';
import type { AwaitableSteps } from '@cubo/core';
import type { Difficulty } from '../difficulty.ts';
import type { QuestionKind } from '../quiz/quiz-question.ts';
import type { QuizStream } from '../quiz/quizzes.ts';
import type { Lesson, Workshop, WorkshopLine } from './workshop.ts';

/** How a workshop is planned. */
export interface GenerateWorkshopOptions {
  /** About which documents. Default: all. */
  readonly scope?: Scope | undefined;
  /** How many lessons: 1 to 20. Default 5. There may be fewer, and none is made up. */
  readonly lessons?: number | undefined;
  /** Default `intermediate`. */
  readonly difficulty?: Difficulty | undefined;
  /** Default: the model's, or the titles of the documents. */
  readonly title?: string | undefined;
  /** Stops it; nothing is stored then. */
  readonly signal?: AbortSignal | undefined;
}

/** A step of a lesson that is being written. */
export type LessonStep =
  /** The next piece of the text as the model writes it. Its citations have not been checked yet. */
  | { readonly type: 'text'; readonly text: string }
  /** What was written so far was no lesson, and another one is begun. */
  | { readonly type: 'restart' }
  /** The lesson as it is stored. Comes last. */
  | { readonly type: 'done'; readonly lesson: Lesson };

/** A lesson on its way; awaited, its last step. */
export type LessonStream = AwaitableSteps<LessonStep, Extract<LessonStep, { type: 'done' }>>;

/** A lesson in a list of them. */
export interface LessonChange {
  readonly id: string;
  /** Default: as it is. */
  readonly title?: string | undefined;
  readonly objectives?: readonly string[] | undefined;
  /** 3 to 15. */
  readonly minutes?: number | undefined;
}

/** How the last quiz of a workshop is made. */
export interface FinalQuizOptions {
  /** Default 5. */
  readonly count?: number | undefined;
  readonly kinds?: readonly QuestionKind[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Options of what a lesson is asked for with. */
export interface LessonOptions {
  /** Leaves it. The lesson goes on being written while somebody else waits for it, and is given up otherwise. */
  readonly signal?: AbortSignal | undefined;
}

/** Workshops, kept in the library. */
export interface Workshops {
  /**
   * Plans a workshop: its outline. Lessons are written when they are asked for.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_GENERATOR_FAILED`; `CUBO_STUDY_OUTLINE_FAILED` where the model's outline
   * could not be read, twice; `CUBO_STUDY_NOTHING_MADE` where the scope has no text; the reason of the signal
   */
  generate(options?: GenerateWorkshopOptions): Promise<Workshop>;
  /** The workshops, the latest first. */
  list(): WorkshopLine[];
  /**
   * A workshop with its lessons.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  get(workshop: string): Promise<Workshop>;
  /** Deletes a workshop with its lessons; false where there was none. */
  delete(workshop: string): boolean;
  /**
   * A lesson. It is written now where it has not been yet. One lesson of a workshop is written at a time; who asks for the
   * same one while it is written is given the same.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_GENERATOR_FAILED`; `CUBO_STUDY_LESSON_FAILED` where what the model wrote
   * was no lesson, twice, and `CUBO_STUDY_NOTHING_MADE` where the documents are gone: nothing is stored then; the reason of
   * the signal
   */
  lesson(lesson: string, options?: LessonOptions): LessonStream;
  /**
   * Writes a lesson anew. That it is completed stays; where it fails, the old text stays too.
   *
   * @throws as `lesson`
   */
  regenerate(lesson: string, options?: LessonOptions): LessonStream;
  /**
   * Gives a lesson a text of the user's own. Citations stay as far as their numbers are in it.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT`
   */
  edit(lesson: string, markdown: string): Promise<Lesson>;
  /**
   * Orders, renames and deletes lessons, all at once: the list is what the workshop has afterwards, and lessons that are not
   * in it are deleted. Texts and completion move along.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`; `CUBO_BAD_ARGUMENT` where a lesson is named twice, is not of this workshop, or
   * none is left: nothing is changed then
   */
  arrange(workshop: string, lessons: readonly LessonChange[]): Promise<Workshop>;
  /**
   * Marks a lesson as completed; the workshop is completed with its last one. The time of the first call stays.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  complete(lesson: string): Promise<Workshop>;
  /**
   * Makes a quiz about the documents of a workshop, of its difficulty.
   *
   * @throws as `quizzes.generate`, and `CUBO_STUDY_NOT_FOUND`
   */
  finalQuiz(workshop: string, options?: FinalQuizOptions): QuizStream;
}
