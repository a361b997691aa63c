import type { Scope } from '@cubo/contracts';
import type { Difficulty } from '../difficulty.ts';
import type { Grounding, GroundingState } from '../grounding/grounding.ts';
import type { Origin } from '../origin.ts';

/** A place on which a lesson rests. */
export interface LessonCitation {
  /** The number by which the text cites it: `[1]`. */
  readonly number: number;
  readonly grounding: Grounding;
}

/** What a lesson says. */
export interface LessonText {
  /** Markdown that begins with a heading, and cites by numbers in square brackets. */
  readonly markdown: string;
  /** Every place that it cites. Citations that their passage did not carry were taken out of the text. */
  readonly citations: readonly LessonCitation[];
  /** `rules` where it is made of the passages themselves; `user` once somebody has edited it. */
  readonly origin: Origin;
  /** Milliseconds since the epoch. */
  readonly writtenAt: number;
}

/** A lesson of a workshop. */
export interface Lesson {
  readonly id: string;
  /** Id of the workshop. */
  readonly workshop: string;
  readonly title: string;
  /** What the learner can do afterwards. */
  readonly objectives: readonly string[];
  /** How long it takes: 3 to 15. */
  readonly minutes: number;
  /** Absent until it is written, which happens when it is first asked for. */
  readonly text?: LessonText | undefined;
  /** Milliseconds since the epoch; absent until it is completed. */
  readonly completedAt?: number | undefined;
  /** Of a lesson that is written and cites: `stale` or `gone` where that is so of one of its places. */
  readonly state?: GroundingState | undefined;
}

/** A workshop in a list. */
export interface WorkshopLine {
  readonly id: string;
  readonly title: string;
  readonly difficulty: Difficulty;
  readonly lessons: number;
  readonly completedLessons: number;
  /** Milliseconds since the epoch; absent until all lessons are completed. */
  readonly completedAt?: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A workshop: a course about documents, lesson by lesson. */
export interface Workshop extends Omit<WorkshopLine, 'lessons'> {
  readonly summary: string;
  readonly keyPoints: readonly string[];
  /** What the learner can do at the end. */
  readonly objectives: readonly string[];
  /** How its outline was made: by a language model, or by rules from headings. */
  readonly origin: Origin;
  /** Which documents it is about. Absent where one of them was erased, or it is about all. */
  readonly scope?: Scope | undefined;
  /** In their order. */
  readonly lessons: readonly Lesson[];
}
