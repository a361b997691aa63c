import type { StudyParts } from '../study-parts.ts';
import type { QuizQuestion } from './quiz-question.ts';

/** More titles than these are counted, not named. */
const mostNamed = 2;

/** A title for material about these documents: their titles, or else their names. */
export function quizTitle({ cubo }: Pick<StudyParts, 'cubo'>, questions: readonly QuizQuestion[]): string {
  const uris = [...new Set(questions.flatMap(({ grounding }) => grounding?.source ?? []))];
  return titleOfSources({ cubo }, uris);
}

/** The same for their URIs. */
export function titleOfSources({ cubo }: Pick<StudyParts, 'cubo'>, uris: readonly string[]): string {
  const titles = new Map<string, string>();
  for (const { uri, title } of cubo.documents({ scope: { sources: [...uris] } })) titles.set(uri, title ?? nameOf(uri));
  const named = uris.slice(0, mostNamed).map((uri) => titles.get(uri) ?? nameOf(uri));
  const others = uris.length - named.length;
  return named.join(', ') + (others > 0 ? ` + ${others}` : '');
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
