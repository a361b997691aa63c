import { assertKnownOptions, badArgument, type KnownOptions } from '@cubo/contracts';
import { lessonMinutes } from './outline/outline.ts';
import type { KeptLesson } from './workshop-records.ts';
import type { LessonChange } from './workshops.ts';

const longestTitle = 200;
const known: KnownOptions<LessonChange> = { id: true, title: true, objectives: true, minutes: true };

/**
 * The lessons of a workshop as a list of changes wants them.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function arrangedLessons(lessons: readonly KeptLesson[], changes: readonly LessonChange[]): KeptLesson[] {
  if (!Array.isArray(changes) || changes.length === 0) {
    throw badArgument('The list of lessons is empty.', 'Keep one lesson, or delete the workshop.');
  }
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  const seen = new Set<string>();
  return changes.map((change: LessonChange) => {
    assertKnownOptions('A lesson of arrange()', change, known);
    const { id, title, objectives, minutes } = change;
    const lesson = byId.get(id);
    if (lesson === undefined || seen.has(id)) {
      const what = lesson === undefined ? 'is none of this workshop' : 'is named twice';
      throw badArgument(`The lesson ${JSON.stringify(id)} ${what}.`, 'Name lessons of the workshop, each once.');
    }
    seen.add(id);
    if (title !== undefined) assertText('title', title);
    if (objectives !== undefined && !Array.isArray(objectives)) {
      throw badArgument('The objectives of a lesson are no list.', 'Pass a list of texts.');
    }
    for (const objective of objectives ?? []) assertText('objective', objective);
    if (minutes !== undefined && !(Number.isInteger(minutes) && isWithin(minutes))) {
      const { least, most } = lessonMinutes;
      throw badArgument(
        `A lesson cannot take ${String(minutes)} minutes.`,
        `Pass a whole number from ${least} to ${most}.`,
      );
    }
    const { content } = lesson;
    const quoted = {
      ...content.quoted,
      ...(title !== undefined && { title: title.trim() }),
      ...(objectives !== undefined && { objectives }),
    };
    return { ...lesson, content: { ...content, ...(minutes !== undefined && { minutes }), quoted } };
  });
}

function isWithin(minutes: number): boolean {
  return minutes >= lessonMinutes.least && minutes <= lessonMinutes.most;
}

function assertText(what: string, text: unknown): void {
  if (typeof text === 'string' && text.trim() !== '' && text.length <= longestTitle) return;
  throw badArgument(`The ${what} of a lesson is empty, too long or no text.`, `Pass 1 to ${longestTitle} characters.`);
}
