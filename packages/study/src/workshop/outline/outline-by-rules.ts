import type { StudyPassage } from '../../coverage/study-passage.ts';
import { nameOfSource } from '../../title-of-sources.ts';
import { lessonMinutes } from './outline.ts';

/** A lesson that is made of passages that follow each other. */
export interface RuleLesson {
  readonly title: string;
  readonly minutes: number;
  readonly chunks: readonly number[];
}

/** Words that are read in a minute. */
const wordsPerMinute = 200;

/** More headings than these are not named in a title. */
const mostNamed = 2;

interface Part {
  readonly titles: readonly string[];
  readonly passages: readonly StudyPassage[];
}

/**
 * Lessons by headings, in the order of the documents, without a language model. Where there are more parts than lessons, the
 * shortest neighbours are put together; where there are fewer, there are fewer lessons.
 */
export function outlineByRules(passages: readonly StudyPassage[], most: number): RuleLesson[] {
  let parts = partsOf(passages);
  while (parts.length > most) parts = joinShortest(parts);
  const seen = new Map<string, number>();
  return parts.map(({ titles, passages: own }) => {
    const title = titles.slice(0, mostNamed).join(', ') + (titles.length > mostNamed ? ' …' : '');
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    const words = own.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
    const minutes = Math.min(lessonMinutes.most, Math.max(lessonMinutes.least, Math.round(words / wordsPerMinute)));
    return { title: count === 1 ? title : `${title} (${count})`, minutes, chunks: own.map(({ id }) => id) };
  });
}

function partsOf(passages: readonly StudyPassage[]): Part[] {
  const parts: { titles: string[]; key: string; passages: StudyPassage[] }[] = [];
  const level = levelOf(passages);
  for (const passage of passages) {
    const path = passage.heading?.slice(0, level) ?? [];
    const key = JSON.stringify([passage.source, ...path]);
    const last = parts.at(-1);
    if (last?.key === key) last.passages.push(passage);
    else
      parts.push({ key, titles: [path.at(-1) ?? passage.title ?? nameOfSource(passage.source)], passages: [passage] });
  }
  return parts;
}

/** The level of headings by which the documents fall into parts: the first with more parts than documents. */
function levelOf(passages: readonly StudyPassage[]): number {
  const documents = new Set(passages.map(({ source }) => source)).size;
  for (const level of [1, 2, 3]) {
    const parts = new Set(
      passages.map(({ source, heading }) => JSON.stringify([source, ...(heading?.slice(0, level) ?? [])])),
    );
    if (parts.size > documents) return level;
  }
  return 1;
}

function joinShortest(parts: readonly Part[]): Part[] {
  const length = ({ passages }: Part) => passages.reduce((sum, { text }) => sum + text.length, 0);
  const pairs = parts.slice(1).map((part, i) => length(part) + length(parts[i] as Part));
  const at = pairs.indexOf(Math.min(...pairs));
  const [one, other] = parts.slice(at, at + 2) as [Part, Part];
  const titles = [...new Set([...one.titles, ...other.titles])];
  const joined: Part = { titles, passages: [...one.passages, ...other.passages] };
  return [...parts.slice(0, at), joined, ...parts.slice(at + 2)];
}
