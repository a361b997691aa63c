import type { StudyParts } from './study-parts.ts';

/** More titles than these are counted, not named. */
const mostNamed = 2;

/** A title for material about documents: their titles, or else their names. */
export function titleOfSources({ cubo }: Pick<StudyParts, 'cubo'>, uris: readonly string[]): string {
  const titles = new Map<string, string>();
  for (const { uri, title } of cubo.documents({ scope: { sources: [...uris] } })) {
    titles.set(uri, title ?? nameOfSource(uri));
  }
  const named = uris.slice(0, mostNamed).map((uri) => titles.get(uri) ?? nameOfSource(uri));
  const others = uris.length - named.length;
  return named.join(', ') + (others > 0 ? ` + ${others}` : '');
}

/** The last part of a URI without its extension, as words. */
export function nameOfSource(uri: string): string {
  const last = decoded(uri.split(/[/\\]/).findLast((part) => part !== '') ?? uri);
  const words = last
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? last : words;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that encodes nothing.
    return part;
  }
}
