/** What items by rules ask, in a language. */
export interface Phrases {
  readonly meaning: (term: string) => string;
  readonly termOf: (definition: string) => string;
  readonly missing: string;
  readonly missingNumber: (text: string) => string;
  readonly missingWord: (text: string) => string;
}

const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    meaning: (term) => `What is meant by “${term}”?`,
    termOf: (definition) => `Which term is meant: “${definition}”`,
    missing: 'What is missing?',
    missingNumber: (text) => `Which number is missing? “${text}”`,
    missingWord: (text) => `What is missing? “${text}”`,
  },
  de: {
    meaning: (term) => `Was versteht man unter „${term}“?`,
    termOf: (definition) => `Welcher Begriff ist gemeint: „${definition}“`,
    missing: 'Was fehlt?',
    missingNumber: (text) => `Welche Zahl fehlt? „${text}“`,
    missingWord: (text) => `Was fehlt? „${text}“`,
  },
  it: {
    meaning: (term) => `Che cosa si intende per «${term}»?`,
    termOf: (definition) => `Quale termine è definito così: «${definition}»`,
    missing: 'Che cosa manca?',
    missingNumber: (text) => `Quale numero manca? «${text}»`,
    missingWord: (text) => `Che cosa manca? «${text}»`,
  },
  fr: {
    meaning: (term) => `Qu’entend-on par « ${term} » ?`,
    termOf: (definition) => `Quel terme est défini ainsi : « ${definition} »`,
    missing: 'Qu’est-ce qui manque ?',
    missingNumber: (text) => `Quel nombre manque ? « ${text} »`,
    missingWord: (text) => `Qu’est-ce qui manque ? « ${text} »`,
  },
  es: {
    meaning: (term) => `¿Qué se entiende por «${term}»?`,
    termOf: (definition) => `¿Qué término se define así: «${definition}»?`,
    missing: '¿Qué falta?',
    missingNumber: (text) => `¿Qué número falta? «${text}»`,
    missingWord: (text) => `¿Qué falta? «${text}»`,
  },
};

/** The phrases of a language, English where there are none of it. */
export function phrasesOf(language: string): Phrases {
  return phrases[language] ?? (phrases.en as Phrases);
}
