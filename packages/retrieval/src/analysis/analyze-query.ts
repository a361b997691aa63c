import type { PhraseWord, QueryTerm } from '@cubo/contracts';
import { type ExtraForm, extrasOf } from './extra-forms.ts';
import type { LanguageDetector } from './language-detector.ts';
import type { Language } from './languages/index.ts';
import { type Token, tokenize } from './tokenize.ts';
import { isElided, type WordForms } from './word-forms.ts';

/** Shorter words are parts of too many others. */
const shortestInCompound = 4;

/**
 * What extra forms weigh beside their words, which count in full: they say again what the words say, but for references,
 * whose numbers alone say little. Of 0, .25, .5, .75 and 1 the one with the best nDCG on the training questions of SciFact.
 */
const weights: Readonly<Record<ExtraForm['kind'], number>> = { whole: 0.25, part: 0.25, character: 0.25, reference: 1 };

/** The terms of a query and the words of a phrase, as `Analyzer.analyzeQuery` and `analyzePhrase` give them. */
export interface QueryAnalysis {
  analyzeQuery(query: string, options: { languages: readonly string[] }): QueryTerm[];
  analyzePhrase(phrase: string, options: { languages: readonly string[] }): PhraseWord[];
}

/** Creates the analysis of what is asked, which need not be in the language of the texts. */
export function queryAnalysis(forms: WordForms, detect: LanguageDetector): QueryAnalysis {
  /** How the words of a query are judged against texts in some languages. */
  function judgeIn(query: string, tags: readonly string[]) {
    const among = forms.languagesOf(tags);
    const known = among.filter((language) => language !== undefined);
    return { among, known, own: forms.languageOf(detect(query, known)) };
  }

  function variantsOf(token: Token, kept: readonly (Language | undefined)[]) {
    const variants = new Set<string>();
    const compounding = new Set<string>();
    for (const language of kept) {
      const form = forms.form(token, language);
      variants.add(form);
      if (language?.joinsCompounds && !token.bigram && form.length >= shortestInCompound) compounding.add(form);
    }
    return { variants: [...variants], compounding: [...compounding] };
  }

  return {
    analyzeQuery(query, { languages: tags }) {
      const { among, known, own } = judgeIn(query, tags);
      const judges = own === undefined ? known : [own];
      const terms = new Map<string, QueryTerm & { frequency: number }>();
      const tokens = tokenize(query);
      for (const token of tokens) {
        if (known.some((language) => isElided(token, language))) continue;
        const kept = among.filter((language) => !forms.isDropped(token, language));
        if (kept.length === 0 || (own !== undefined && !kept.includes(own))) continue;
        const { variants, compounding } = variantsOf(token, kept);
        const key = variants.join(' ');
        const same = terms.get(key);
        if (same) same.frequency++;
        else {
          const serves = judges.length > 0 && judges.every((language) => forms.isFunctionWord(token, language));
          terms.set(key, {
            text: token.written,
            variants,
            frequency: 1,
            ...(serves && { isFunctionWord: true }),
            ...(compounding.length > 0 && { compounding }),
          });
        }
      }
      for (const extra of extrasOf(tokens)) {
        const kept = among.map((language) => forms.extraForm(extra, language)).filter((form) => form !== '');
        const variants = [...new Set(kept)];
        const key = variants.join(' ');
        if (variants.length === 0) continue;
        const same = terms.get(key);
        if (same === undefined)
          terms.set(key, { text: extra.text, variants, frequency: 1, weight: weights[extra.kind] });
        else if (same.weight !== undefined) same.frequency++;
      }
      return [...terms.values()];
    },

    analyzePhrase(phrase, { languages: tags }) {
      const { among, known, own } = judgeIn(phrase, tags);
      const words: PhraseWord[] = [];
      tokenize(phrase).forEach((token, position) => {
        // A text of a language that drops the word has none at its place, so it cannot be asked for there.
        if (known.some((language) => isElided(token, language))) return;
        const kept = among.filter((language) => !forms.isDropped(token, language));
        if (own === undefined ? kept.length < among.length : !kept.includes(own)) return;
        words.push({ variants: variantsOf(token, kept).variants, position });
      });
      return words;
    },
  };
}
