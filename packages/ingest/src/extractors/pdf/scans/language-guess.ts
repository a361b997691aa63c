import type { ExtractContext } from '@cubo/contracts';

/** Shorter texts do not tell. */
const leastText = 50;
const enoughText = 2000;
const mostLanguages = 3;

/** Guesses the languages of pages that are still to be read from those that are. */
export interface LanguageGuess {
  add(text: string): void;
  /** Likeliest first; none where nothing is known. */
  languages(): string[];
}

/** Starts with the language that the document states, which counts where its text does not tell. */
export function createLanguageGuess(context: ExtractContext, stated: string | undefined): LanguageGuess {
  const pages = new Map<string, number>();
  return {
    add(text) {
      if (text.length < leastText || !context.detectLanguage) return;
      const language = context.detectLanguage(text.slice(0, enoughText));
      if (language !== 'und') pages.set(language, (pages.get(language) ?? 0) + 1);
    },
    languages() {
      const found = [...pages].sort((a, b) => b[1] - a[1]).map(([language]) => language);
      if (found.length === 0) return stated === undefined ? [] : [stated];
      return found.slice(0, mostLanguages);
    },
  };
}
