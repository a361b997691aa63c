import type { ExtraForm } from './extra-forms.ts';
import { fold } from './fold.ts';
import type { Language } from './languages/index.ts';
import { foldedWords } from './languages/language.ts';
import { cutWord, type Token } from './tokenize.ts';

/** What becomes of a word in each of some languages; `undefined` stands for one of which nothing is known. */
export interface WordForms {
  /** The language of a BCP 47 tag. */
  languageOf(tag: string): Language | undefined;
  /** Those of a list of tags, without repetition; the unknown one where the list is empty. */
  languagesOf(tags: readonly string[]): (Language | undefined)[];
  /** Whether a language does not index the word. */
  isDropped(token: Token, language: Language | undefined): boolean;
  /** The term of a word that is not dropped. */
  form(token: Token, language: Language | undefined): string;
  /** The term of an extra form, or nothing where it is dropped. */
  extraForm(form: ExtraForm, language: Language | undefined): string;
  /** Whether a word serves the grammar of a language. */
  isFunctionWord(token: Token, language: Language): boolean;
}

/** Codes of languages that are analysed as another one. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['hr', 'sr'],
  ['bs', 'sr'],
]);

/**
 * Creates the {@link WordForms} of some languages; `remember` makes of the stemmer of each one that remembers what it has
 * stemmed.
 */
export function wordForms(
  languages: readonly Language[],
  remember: (stem: Language['stem']) => Language['stem'] = (stem) => stem,
): WordForms {
  const byCode = new Map(languages.map((language) => [language.code, language]));
  const stems = new Map(
    languages.map((language) => [language, remember((word) => cutWord(fold(language.stem(word))) || fold(word))]),
  );
  const functionWords = new Map(languages.map((language) => [language, foldedWords(language.functionWords)]));

  function languageOf(tag: string): Language | undefined {
    const plain = byCode.get(tag);
    if (plain !== undefined) return plain;
    const code = (tag.split('-', 1)[0] as string).toLowerCase();
    return byCode.get(aliases.get(code) ?? code);
  }

  function isDropped(token: Token, language: Language | undefined): boolean {
    return !token.bigram && language !== undefined && (language.stopWords.has(token.text) || isElided(token, language));
  }

  function form(token: Token, language: Language | undefined): string {
    if (token.bigram || language === undefined) return token.text;
    const word = language.stemsAccents ? cutWord(lowerCase(token.written, language)) : token.text;
    return (stems.get(language) as (word: string) => string)(word);
  }

  return {
    languageOf,
    languagesOf: (tags) => [...new Set((tags.length > 0 ? tags : ['und']).map(languageOf))],
    isDropped,
    form,
    extraForm({ text, kind }, language) {
      const token = wordToken(text);
      if (kind === 'reference' || kind === 'character') return token.text;
      return isDropped(token, language) ? '' : form(token, language);
    },
    isFunctionWord: (token, language) => functionWords.get(language)?.has(token.text) ?? false,
  };
}

/** A word in lower case as a token; beside it stands what is told. */
export function wordToken(word: string, beside?: Partial<Token>): Token {
  const text = cutWord(fold(cutWord(word)));
  return { text, written: word, before: '', afterApostrophe: false, beforeApostrophe: false, bigram: false, ...beside };
}

/** Whether a language leaves the word out because of the apostrophe beside it. */
export function isElided(token: Token, language: Language): boolean {
  return (
    (token.beforeApostrophe && language.elisions.has(token.text)) ||
    (token.afterApostrophe && language.clitics.has(token.text))
  );
}

function lowerCase(word: string, { casing }: Language): string {
  return casing === undefined ? word.toLowerCase() : word.toLocaleLowerCase(casing);
}
