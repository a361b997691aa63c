import { isObject } from '../../generation/collect-items.ts';
import { foldCase, foldName, readFinite, readSentence, type Written } from '../../quiz/items/read-value.ts';
import { lessonMinutes, type Outline, type PlannedLesson } from './outline.ts';

/** What models call the parts of an outline, folded. */
const names = {
  title: ['title', 'lessontitle', 'name', 'heading', 'titel', 'titre', 'titulo', 'titolo'],
  summary: ['summary', 'description', 'overview', 'zusammenfassung', 'beschreibung', 'resume', 'resumen', 'riassunto'],
  keyPoints: ['keypoints', 'keytakeaways', 'takeaways', 'kernpunkte', 'pointscles', 'puntosclave', 'puntichiave'],
  objectives: [
    ...['objectives', 'objective', 'learningobjectives', 'goals', 'goal', 'outcomes', 'lernziele', 'lernziel', 'ziele'],
    ...['objectifs', 'objetivos', 'obiettivi'],
  ],
  lessons: ['lessons', 'modules', 'chapters', 'sections', 'lektionen', 'lecons', 'lecciones', 'lezioni'],
  minutes: ['minutes', 'estminutes', 'estimatedminutes', 'duration', 'time', 'minuten', 'dauer', 'duree', 'duracion'],
  sources: ['sources', 'source', 'passages', 'quellen', 'fuentes', 'fonti'],
} as const;

/** Under these names an outline is looked for in what a model wrote. */
export const outlineProperties = [
  'lessons',
  'Lessons',
  'modules',
  'lektionen',
  'Lektionen',
  'leçons',
  'lecciones',
  'lezioni',
];

/**
 * The outline that a model meant, with at most so many lessons; `undefined` where it has not one lesson with a title. Lessons
 * that are none are left out, and none is made up. Never throws.
 *
 * @param isCutOff whether it ends within its last lesson, which is left out then
 */
export function readOutline(value: unknown, most: number, isCutOff = false): Outline | undefined {
  const all = listOf(isObject(value) ? field(value, 'lessons') : value);
  const entries = isCutOff ? all.slice(0, -1) : all;
  const seen = new Set<string>();
  const lessons = entries.flatMap((entry) => {
    const lesson = readLesson(entry);
    if (lesson === undefined || seen.has(foldCase(lesson.title))) return [];
    seen.add(foldCase(lesson.title));
    return [lesson];
  });
  if (lessons.length === 0) return undefined;
  const whole = isObject(value) ? value : {};
  const title = readSentence(field(whole, 'title'));
  return {
    ...(title !== undefined && { title }),
    summary: readSentence(field(whole, 'summary')) ?? '',
    keyPoints: readList(field(whole, 'keyPoints')),
    objectives: readList(field(whole, 'objectives')),
    lessons: lessons.slice(0, most),
  };
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function readLesson(entry: unknown): PlannedLesson | undefined {
  const value = isObject(entry) ? entry : { title: entry };
  const given = field(value, 'title');
  const title =
    typeof given === 'string' ? readSentence(given)?.replace(/^(?:lesson|lektion)\s+\d+\s*[:.–-]\s*/i, '') : undefined;
  if (title === undefined || title === '') return undefined;
  const sources = field(value, 'sources');
  return {
    title,
    objectives: readList(field(value, 'objectives')),
    minutes: readMinutes(field(value, 'minutes')),
    sources: [
      ...new Set((Array.isArray(sources) ? sources : [sources]).map(readNumber).filter((n) => n !== undefined)),
    ],
  };
}

/** Minutes within the limits; what is no number is the default. */
export function readMinutes(value: unknown): number {
  const minutes =
    typeof value === 'string' ? Number(/^\s*(\d+(?:\.\d+)?)/.exec(value)?.[1] ?? Number.NaN) : readFinite(value);
  if (minutes === undefined || Number.isNaN(minutes)) return lessonMinutes.default;
  return Math.min(lessonMinutes.most, Math.max(lessonMinutes.least, Math.round(minutes)));
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(/\d+/.exec(value)?.[0] ?? Number.NaN) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function readList(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return [...new Set(list.map(readSentence).filter((text) => text !== undefined))];
}

function field(value: Written, name: keyof typeof names): unknown {
  const entries = Object.entries(value).map(([key, content]) => [foldName(key), content] as const);
  for (const known of names[name]) {
    const entry = entries.find(([key, content]) => key === known && content !== undefined && content !== null);
    if (entry !== undefined) return entry[1];
  }
  return undefined;
}
