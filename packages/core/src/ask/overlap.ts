import type { Analyzer } from '@cubo/contracts';
import { numbersOf, numbersToldIn } from './numbers.ts';

/** What of a sentence stands in a text. */
export interface Overlap {
  /** The share of its words that name something; 1 where there are none. */
  readonly share: number;
  /** How many such words it has. */
  readonly words: number;
  readonly missesNumber: boolean;
  readonly missesName: boolean;
}

/** Compares a sentence with the text that shall carry it: its words, its numbers by their values, and its names. */
export function overlapOf(sentence: string, text: string, analyzer: Analyzer): Overlap {
  const language = analyzer.detect(text);
  const terms = new Set(analyzer.analyze(text, { language }));
  const asked = analyzer.analyzeQuery(sentence, { languages: [...new Set([language, analyzer.detect(sentence)])] });
  // Numbers are compared by their values.
  const naming = asked.filter(({ isFunctionWord, variants }) => !isFunctionWord && !variants.some(isNumber));
  const found = naming.filter(({ variants }) => variants.some((variant) => terms.has(variant)));
  const told = numbersToldIn(text);
  const folded = fold(text);
  return {
    share: naming.length === 0 ? 1 : found.length / naming.length,
    words: naming.length,
    missesNumber: numbersOf(sentence).some((number) => !told.has(number)),
    missesName: namesIn(sentence, analyzer.detect(sentence)).some((name) => !folded.includes(fold(name))),
  };
}

function isNumber(term: string): boolean {
  return /^[\d.,]+$/.test(term);
}

/** Words with a capital letter that do not begin a sentence. In German all nouns have one: there it tells nothing. */
function namesIn(sentence: string, language: string): string[] {
  if (language === 'de') return [];
  const words = [...sentence.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu)];
  return words
    .filter(({ index }) => /[\p{L}\p{N},;)] *["'“(]?$/u.test(sentence.slice(0, index)))
    .map(([word]) => word.replace(/['’]s$/, ''));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
