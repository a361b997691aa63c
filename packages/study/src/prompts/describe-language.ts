import type { StudyParts } from '../study-parts.ts';

/** The sentence of a prompt that says in which language to write: the host's, or else that of the sources. */
export function describeLanguage(
  { language, prompts, cubo }: Pick<StudyParts, 'language' | 'prompts' | 'cubo'>,
  texts: readonly string[],
): string {
  const wanted = language ?? cubo.analyzer.detect(texts.join('\n').slice(0, 20_000));
  return wanted === 'und'
    ? prompts.fill('language-of-sources', {})
    : prompts.fill('language-given', { language: languageName(wanted) });
}

/** The English name of a language: models know it better than its code. */
function languageName(language: string): string {
  if (!/^[a-z]{2,3}(?:-[a-z\d]+)*$/i.test(language)) return language;
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }).of(language) ?? language;
}
