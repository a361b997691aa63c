import type { RecordChange, Scope } from '@cubo/contracts';
import type { Difficulty } from '../difficulty.ts';
import type { Origin } from '../origin.ts';
import { type Collection, type CollectionRecord, openCollection, type PutOptions } from '../records/collection.ts';
import { notFound } from '../records/not-found.ts';
import type { StudyParts } from '../study-parts.ts';
import type { Lesson, LessonText, WorkshopLine } from './workshop.ts';

/** A workshop as it is stored. */
export interface StoredWorkshop {
  readonly difficulty: Difficulty;
  readonly origin: Origin;
  /** The title that a host gave. */
  readonly title?: string | undefined;
  readonly completedAt?: number | undefined;
  readonly quoted?:
    | {
        readonly title?: string | undefined;
        readonly summary: string;
        readonly keyPoints: readonly string[];
        readonly objectives: readonly string[];
        readonly scope?: Scope | undefined;
      }
    | undefined;
}

/** A lesson as it is stored; its record's parent is the workshop, and its order the place in it. */
export interface StoredLesson {
  readonly minutes: number;
  readonly completedAt?: number | undefined;
  readonly quoted?:
    | {
        readonly title: string;
        readonly objectives: readonly string[];
        /** Chunks that it is planned about. */
        readonly chunks: readonly number[];
        /** URIs of their documents. */
        readonly sources: readonly string[];
        readonly text?: LessonText | undefined;
      }
    | undefined;
}

/** A lesson that has not lost what it says. */
export type KeptLesson = CollectionRecord<StoredLesson & { readonly quoted: NonNullable<StoredLesson['quoted']> }>;

/** What workshops are stored in. */
export interface WorkshopRecords {
  readonly workshops: Collection<StoredWorkshop>;
  /**
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  workshop(id: string): CollectionRecord<StoredWorkshop>;
  /**
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`
   */
  lesson(id: string): KeptLesson;
  /** The lessons of a workshop in their order, without those whose document was erased. */
  lessonsOf(workshop: string): KeptLesson[];
  /** Puts a lesson; it goes with any of the documents that it speaks of. */
  putLesson(id: string, content: KeptLesson['content'], place: Omit<PutOptions, 'quotes'>): RecordChange;
  deleteLesson(id: string): RecordChange;
  /** Deletes a workshop and its lessons. */
  deleteAll(workshop: string): RecordChange[];
  /** A workshop as it stands in a list. */
  line(record: CollectionRecord<StoredWorkshop>): WorkshopLine;
}

/** Stands for a title that went with an erased document. */
const untitled = 'Workshop';

/** Opens the records of workshops. */
export function openWorkshopRecords({ cubo }: Pick<StudyParts, 'cubo'>): WorkshopRecords {
  const workshops = openCollection<StoredWorkshop>(cubo.records, 'study.workshop');
  const lessons = openCollection<StoredLesson>(cubo.records, 'study.lesson');
  const isKept = (record: CollectionRecord<StoredLesson>): record is KeptLesson => record.content.quoted !== undefined;
  const lessonsOf = (workshop: string) => lessons.list({ parent: workshop }).filter(isKept);
  return {
    workshops,
    lessonsOf,
    workshop(id) {
      const record = workshops.get(id);
      if (record === undefined) throw notFound('workshop', id);
      return record;
    },
    lesson(id) {
      const record = lessons.get(id);
      if (record === undefined || !isKept(record)) throw notFound('lesson', id);
      return record;
    },
    putLesson(id, content, place) {
      const cited = content.quoted.text?.citations.map(({ grounding }) => grounding.source) ?? [];
      return lessons.put(id, content, { ...place, quotes: [...new Set([...content.quoted.sources, ...cited])] });
    },
    deleteLesson: (id) => lessons.delete(id),
    deleteAll: (workshop) => [workshops.delete(workshop), lessons.clear(workshop)],
    line({ id, content, createdAt, updatedAt }) {
      const { difficulty, completedAt, quoted, title = quoted?.title ?? untitled } = content;
      const own = lessonsOf(id);
      const completed = own.filter((lesson) => lesson.content.completedAt !== undefined);
      return {
        ...{ id, title, difficulty, lessons: own.length, completedLessons: completed.length },
        ...(completedAt !== undefined && { completedAt }),
        ...{ createdAt, updatedAt },
      };
    },
  };
}

/** A lesson as its user sees it. */
export function toLesson({ id, parent = '', content }: KeptLesson): Lesson {
  const { minutes, completedAt, quoted } = content;
  const { title, objectives, text } = quoted;
  return {
    ...{ id, workshop: parent, title, objectives, minutes },
    ...(text !== undefined && { text }),
    ...(completedAt !== undefined && { completedAt }),
  };
}
