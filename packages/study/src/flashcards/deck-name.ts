import type { StudyPassage } from '../coverage/study-passage.ts';

/** More documents than these are counted, not named. */
const mostNamed = 2;

/** A name for a deck about passages: the titles of their documents, or else their names. */
export function deckName(passages: readonly Pick<StudyPassage, 'source' | 'title'>[]): string {
  const titles = new Map(passages.map(({ source, title }) => [source, title ?? nameOf(source)]));
  const named = [...titles.values()].slice(0, mostNamed).join(', ');
  return titles.size > mostNamed ? `${named} + ${titles.size - mostNamed}` : named;
}

/** The last part of a URI without its extension, as words. */
function nameOf(uri: string): string {
  const last = uri.split(/[/\\]/).findLast((part) => part !== '') ?? uri;
  const words = last
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? last : words;
}
