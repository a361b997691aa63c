import { checkGrounding } from '../grounding/check-grounding.ts';
import type { GroundingState } from '../grounding/grounding.ts';
import type { StudyParts } from '../study-parts.ts';
import type { Lesson, Workshop } from './workshop.ts';
import { type KeptLesson, toLesson, type WorkshopRecords } from './workshop-records.ts';

/** A workshop with its lessons, and of each whether the words it cites still stand in the documents. */
export async function readWorkshop(parts: StudyParts, records: WorkshopRecords, id: string): Promise<Workshop> {
  const record = records.workshop(id);
  const { origin, quoted } = record.content;
  const { summary = '', keyPoints = [], objectives = [], scope } = quoted ?? {};
  const lessons = await readLessons(parts, records.lessonsOf(id));
  return {
    ...records.line(record),
    ...{ summary, keyPoints, objectives, origin },
    ...(scope !== undefined && { scope }),
    lessons,
  };
}

/** Lessons, and of each whether the words it cites still stand in the documents. */
export async function readLessons(parts: StudyParts, records: readonly KeptLesson[]): Promise<Lesson[]> {
  const lessons = records.map(toLesson);
  const groundings = lessons.map(({ text }) => text?.citations.map(({ grounding }) => grounding) ?? []);
  const states = await checkGrounding(parts.cubo, groundings.flat());
  let at = 0;
  return lessons.map((lesson, i) => {
    const count = groundings[i]?.length ?? 0;
    const own = states.slice(at, at + count).filter((state) => state !== undefined);
    at += count;
    return own.length === 0 ? lesson : { ...lesson, state: worst(own) };
  });
}

function worst(states: readonly GroundingState[]): GroundingState {
  if (states.includes('gone')) return 'gone';
  return states.includes('stale') ? 'stale' : 'current';
}
