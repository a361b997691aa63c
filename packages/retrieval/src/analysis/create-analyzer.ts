import type { Analyzer } from '@cubo/contracts';
import { queryAnalysis } from './analyze-query.ts';
import { type ExtraForm, extrasOf } from './extra-forms.ts';
import { languageDetector } from './language-detector.ts';
import { type Language, languages } from './languages/index.ts';
import { type AnalyzeToNumbers, type NumberTerm, rememberNumbering } from './numbered-terms.ts';
import { type FoundTerms, rememberedTerms } from './remembered-terms.ts';
import { stemCache } from './stem-cache.ts';
import { type TermsOfWords, termNumbers } from './term-numbers.ts';
import { tokenize } from './tokenize.ts';
import { wordBounds } from './word-bounds.ts';
import { wordForms, wordToken } from './word-forms.ts';

/**
 * The analyzer that Cubo uses unless told otherwise.
 *
 * - Words are runs of letters, marks and digits in NFKC, lower case, without accents, cut at 64 characters.
 * - 25 languages are stemmed (Porter for English, Snowball for the others), lose their elisions (`l'articolo` →
 *   `articol`) and their function words (in English 33 stop words).
 * - Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese are indexed by character bigrams, Chinese characters by
 *   themselves beside them.
 * - Other languages and `und` are indexed by their folded words.
 * - Joined words are one term beside their own (`state-of-the-art`, `get_user_name`), parts of words are beside the word
 *   (`getUserName`, `404B`), and references to laws have one term however they are written (`§ 3 Abs. 2`). Such terms
 *   stand at the position of the first of the words, and in a query weigh less than these.
 *
 * A query is analysed in every language it is asked against, one of which may be known as its own; the forms of one word
 * make one term. A stop word of its own language is dropped; where that is unknown, a word is dropped if it is a stop word
 * in all languages. Function words that are not dropped are told by the same rule, among the languages that are known.
 *
 * Any string is a valid text: control characters and lone surrogates part words, and time is linear in the length.
 */
export function createAnalyzer(): Analyzer {
  const detect = languageDetector(languages);
  const forms = wordForms(languages, stemCache);
  // Of simple texts whole words are remembered, so that each is stemmed once.
  const simpleForms = wordForms(languages);
  const simpleTerms: TermsOfWords<Language | undefined> = {
    termOf(word, beside, language) {
      const token = wordToken(word, beside);
      return simpleForms.isDropped(token, language) ? '' : simpleForms.form(token, language);
    },
    extraTermOf: simpleForms.extraForm,
  };

  /** Analyses texts of simple characters: many times as fast as below. */
  function numbering(numberOf: NumberTerm): AnalyzeToNumbers {
    const numbered = termNumbers(simpleTerms, numberOf);
    return (text, tag) => {
      const language = forms.languageOf(tag);
      // Words are found in lower case there.
      const simple = language?.casing === undefined ? wordBounds(text) : undefined;
      return simple && numbered(simple, language);
    };
  }

  const simpleAnalysis = rememberedTerms(numbering);

  function analyzePositions(text: string, options?: { language?: string | undefined }): FoundTerms {
    const tag = options?.language ?? detect(text);
    const simple = simpleAnalysis(text, tag);
    if (simple !== undefined) return simple;
    const language = forms.languageOf(tag);
    const terms: string[] = [];
    const positions: number[] = [];
    const tokens = tokenize(text);
    const extras = extrasOf(tokens);
    let nextExtra = 0;
    tokens.forEach((token, position) => {
      const first = terms.length;
      if (!forms.isDropped(token, language)) terms.push(forms.form(token, language));
      for (; extras[nextExtra]?.index === position; nextExtra++) {
        const extra = forms.extraForm(extras[nextExtra] as ExtraForm, language);
        if (extra !== '' && !terms.includes(extra, first)) terms.push(extra);
      }
      while (positions.length < terms.length) positions.push(position);
    });
    return { terms, positions };
  }

  const analyzer: Analyzer = {
    fingerprint: `unicode-snowball@2:${languages.map((language) => language.code).join(',')}`,
    detect: (text) => detect(text),
    compoundLanguages: languages.filter(({ joinsCompounds }) => joinsCompounds).map(({ code }) => code),
    analyze: (text, options) => analyzePositions(text, options).terms,
    analyzePositions,
    ...queryAnalysis(forms, detect),
  };
  rememberNumbering(analyzer, numbering);
  return analyzer;
}
