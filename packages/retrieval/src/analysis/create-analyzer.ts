import type { Analyzer, QueryTerm } from '@cubo/contracts';
import { fold } from './fold.ts';
import { languageDetector } from './language-detector.ts';
import { english, french, german, italian, type Language, spanish } from './languages/index.ts';
import { stemCache } from './stem-cache.ts';
import { cutWord, isApostrophe, type Token, tokenize } from './tokenize.ts';
import { type WordBounds, wordBounds } from './word-bounds.ts';

/** Words of more characters hardly come again. */
const longestRemembered = 32;

const languages: readonly Language[] = [english, german, italian, french, spanish];

/**
 * The analyzer that Cubo uses unless told otherwise.
 *
 * - Words are runs of letters, marks and digits in NFKC, lower case, without accents, cut at 64 characters.
 * - English, German, Italian, French and Spanish are stemmed (Porter for English, Snowball for the others), lose their
 *   elisions (`l'articolo` → `articol`) and their function words (in English 33 stop words).
 * - Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese are indexed by character bigrams.
 * - Other languages and `und` are indexed by their folded words.
 *
 * A query is analysed in every language it is asked against; the forms of one word make one term. A stop word of the
 * query's own language is dropped; where that is unknown, a word is dropped if it is a stop word in all languages.
 *
 * Any string is a valid text: control characters and lone surrogates part words, and time is linear in the length.
 */
export function createAnalyzer(): Analyzer {
  const byCode = new Map(languages.map((language) => [language.code, language]));
  const stems = new Map(
    languages.map((language) => [language.code, stemCache((word) => fold(language.stem(word)) || word)]),
  );

  const detect = languageDetector(languages);

  const languageOf = (tag: string): Language | undefined => byCode.get((tag.split('-', 1)[0] as string).toLowerCase());

  function isDropped(token: Token, language: Language | undefined): boolean {
    return !token.bigram && language !== undefined && (language.stopWords.has(token.text) || isElided(token, language));
  }

  function form(token: Token, language: Language | undefined): string {
    if (token.bigram || language === undefined) return token.text;
    return (stems.get(language.code) as (word: string) => string)(token.text);
  }

  /** The term of a word without apostrophes, or nothing where it is dropped. */
  function termOf(run: string, language: Language | undefined): string {
    const token = simpleToken(run, false, false);
    return isDropped(token, language) ? '' : form(token, language);
  }
  const remembered = new Map(
    [undefined, ...languages].map((language) => [language, stemCache((run) => termOf(run, language))]),
  );

  /** The same as below for a text of simple characters: several times as fast. */
  function analyzeSimple(text: string, { bounds, words }: WordBounds, language: Language | undefined): string[] {
    const known = remembered.get(language) as (run: string) => string;
    const terms: string[] = [];
    for (let i = 0; i < 2 * words; i += 2) {
      const start = bounds[i] as number;
      const end = bounds[i + 1] as number;
      const after = isApostrophe(text, start - 1);
      const before = !after && isApostrophe(text, end);
      const run = text.slice(start, end);
      if (after || before) {
        const token = simpleToken(run, after, before);
        if (!isDropped(token, language)) terms.push(form(token, language));
      } else {
        const term = run.length > longestRemembered ? termOf(run, language) : known(run);
        if (term !== '') terms.push(term);
      }
    }
    return terms;
  }

  function analyze(text: string, options?: { language?: string | undefined }): string[] {
    const language = languageOf(options?.language ?? detect(text));
    const simple = wordBounds(text);
    if (simple !== undefined) return analyzeSimple(text, simple, language);
    const terms: string[] = [];
    for (const token of tokenize(text)) if (!isDropped(token, language)) terms.push(form(token, language));
    return terms;
  }

  function analyzeQuery(query: string, options: { languages: readonly string[] }): QueryTerm[] {
    const tags = options.languages.length > 0 ? options.languages : ['und'];
    const among = [...new Set(tags.map(languageOf))];
    const own = languageOf(detect(query));
    const isForeign = own === undefined || !among.includes(own);
    const terms = new Map<string, { variants: string[]; frequency: number }>();
    for (const token of tokenize(query)) {
      if (among.some((language) => language !== undefined && isElided(token, language))) continue;
      const drops = among.filter((language) => isDropped(token, language));
      if (isForeign ? drops.length === among.length : drops.includes(own)) continue;
      const kept = among.filter((language) => !drops.includes(language));
      const variants = [...new Set(kept.map((language) => form(token, language)))];
      if (variants.length === 0) continue;
      const key = variants.join(' ');
      const known = terms.get(key);
      if (known) known.frequency++;
      else terms.set(key, { variants, frequency: 1 });
    }
    return [...terms.values()];
  }

  return {
    fingerprint: `unicode-snowball@1:${languages.map((language) => language.code).join(',')}`,
    detect,
    analyze,
    analyzeQuery,
  };
}

function simpleToken(run: string, afterApostrophe: boolean, beforeApostrophe: boolean): Token {
  return { text: cutWord(fold(cutWord(run.toLowerCase()))), afterApostrophe, beforeApostrophe, bigram: false };
}

function isElided(token: Token, language: Language): boolean {
  return (
    (token.beforeApostrophe && language.elisions.has(token.text)) ||
    (token.afterApostrophe && language.clitics.has(token.text))
  );
}
