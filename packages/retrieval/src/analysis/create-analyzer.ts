import type { Analyzer, QueryTerm } from '@cubo/contracts';
import { fold } from './fold.ts';
import { languageDetector } from './language-detector.ts';
import { english, french, german, italian, type Language, spanish } from './languages/index.ts';
import { foldedWords } from './languages/language.ts';
import { type NumberedTerms, rememberNumbering } from './numbered-terms.ts';
import { stemCache } from './stem-cache.ts';
import { type Beside, termNumbers } from './term-numbers.ts';
import { cutWord, type Token, tokenize } from './tokenize.ts';
import { wordBounds } from './word-bounds.ts';

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
 * query's own language is dropped; where that is unknown, a word is dropped if it is a stop word in all languages. Function
 * words that are not dropped are told by the same rule, among the languages that are known.
 *
 * Any string is a valid text: control characters and lone surrogates part words, and time is linear in the length.
 */
export function createAnalyzer(): Analyzer {
  const byCode = new Map(languages.map((language) => [language.code, language]));
  const stems = new Map(
    languages.map((language) => [language.code, stemCache((word) => fold(language.stem(word)) || word)]),
  );

  const functionWords = new Map(languages.map((language) => [language, foldedWords(language.functionWords)]));

  const detect = languageDetector(languages);

  const languageOf = (tag: string): Language | undefined => byCode.get((tag.split('-', 1)[0] as string).toLowerCase());

  function isDropped(token: Token, language: Language | undefined): boolean {
    return !token.bigram && language !== undefined && (language.stopWords.has(token.text) || isElided(token, language));
  }

  function form(token: Token, language: Language | undefined): string {
    if (token.bigram || language === undefined) return token.text;
    return (stems.get(language.code) as (word: string) => string)(token.text);
  }

  /** The term of a word in lower case, or nothing where it is dropped. */
  function termOf(word: string, beside: Beside, language: Language | undefined): string {
    const token: Token = { text: cutWord(fold(cutWord(word))), ...beside, bigram: false };
    return isDropped(token, language) ? '' : form(token, language);
  }
  const numbered = termNumbers(termOf);

  /** The same as below for a text of simple characters: many times as fast. */
  function analyzeToNumbers(text: string, tag: string): NumberedTerms | undefined {
    const simple = wordBounds(text);
    return simple && numbered(simple, languageOf(tag));
  }

  function analyze(text: string, options?: { language?: string | undefined }): string[] {
    const tag = options?.language ?? detect(text);
    const simple = analyzeToNumbers(text, tag);
    if (simple !== undefined) return Array.from(simple.numbers.subarray(0, simple.count), simple.term);
    const language = languageOf(tag);
    const terms: string[] = [];
    for (const token of tokenize(text)) if (!isDropped(token, language)) terms.push(form(token, language));
    return terms;
  }

  function analyzeQuery(query: string, options: { languages: readonly string[] }): QueryTerm[] {
    const tags = options.languages.length > 0 ? options.languages : ['und'];
    const among = [...new Set(tags.map(languageOf))];
    const own = languageOf(detect(query));
    const isForeign = own === undefined || !among.includes(own);
    const judges = isForeign ? among.filter((language) => language !== undefined) : [own];
    const terms = new Map<string, { variants: string[]; frequency: number; isFunctionWord?: boolean }>();
    for (const token of tokenize(query)) {
      if (among.some((language) => language !== undefined && isElided(token, language))) continue;
      const drops = among.filter((language) => isDropped(token, language));
      if (isForeign ? drops.length === among.length : drops.includes(own)) continue;
      const kept = among.filter((language) => !drops.includes(language));
      const variants = [...new Set(kept.map((language) => form(token, language)))];
      if (variants.length === 0) continue;
      const key = variants.join(' ');
      const known = terms.get(key);
      const serves = judges.length > 0 && judges.every((language) => functionWords.get(language)?.has(token.text));
      if (known) known.frequency++;
      else terms.set(key, { variants, frequency: 1, ...(serves && { isFunctionWord: true }) });
    }
    return [...terms.values()];
  }

  const analyzer: Analyzer = {
    fingerprint: `unicode-snowball@1:${languages.map((language) => language.code).join(',')}`,
    detect,
    analyze,
    analyzeQuery,
  };
  rememberNumbering(analyzer, analyzeToNumbers);
  return analyzer;
}

function isElided(token: Token, language: Language): boolean {
  return (
    (token.beforeApostrophe && language.elisions.has(token.text)) ||
    (token.afterApostrophe && language.clitics.has(token.text))
  );
}
