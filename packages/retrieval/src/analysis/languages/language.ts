import { fold } from '../fold.ts';

/** What the analysis knows about one language. All words are lower case; all but `functionWords` are folded as well. */
export interface Language {
  /** BCP 47 primary language. */
  readonly code: string;
  /** Reduces a word to its stem. */
  stem(word: string): string;
  /**
   * Whether the stemmer is given the word with its accents, and its stem is folded. Otherwise the word is folded first, so
   * that those who type without accents find the same. Default false.
   */
  readonly stemsAccents?: boolean;
  /** The locale whose lower case its stemmer needs, where that is another one than of all others: Turkish `I` is `ı`. */
  readonly casing?: string;
  /** Words that are not indexed. */
  readonly stopWords: ReadonlySet<string>;
  /** Words that are not indexed when an apostrophe follows: the `l` of `l'articolo`. */
  readonly elisions: ReadonlySet<string>;
  /** Words that are not indexed when they follow an apostrophe: the `s` of `Cubo's`. */
  readonly clitics: ReadonlySet<string>;
  /** Words that serve the grammar. They are frequent, and give the language away. */
  readonly functionWords: ReadonlySet<string>;
  /** Words of program text that give the language of its names and comments away. */
  readonly keywords?: ReadonlySet<string>;
  /** Whether compounds are written as one word: `Versicherung`, `Haftpflichtversicherung`. Default false. */
  readonly joinsCompounds?: boolean;
}

/** The words of a list that is separated by white space, in composition. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.normalize('NFKC').trim().split(/\s+/));
}

/** No words. */
export const noWords: ReadonlySet<string> = new Set();

/** The same words as the index has them. */
export function foldedWords(list: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(Array.from(list, fold));
}
