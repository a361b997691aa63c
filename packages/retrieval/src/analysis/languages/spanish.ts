import { stemmer } from '@orama/stemmers/spanish';
import { foldedWords, type Language, noWords, words } from './language.ts';

// The stemmer knows the suffix of `investigación` by its accent, which folding took away.
const bareSuffix = /ion$/;
const accentedSuffix = 'ión';

const functionWords = words(`
  el la los las un una unos unas de del al en que qué con por para sin sobre entre no es son era eran ser fue fueron
  ha han había más como cómo cuando cuándo donde dónde cuál cuáles quién quiénes cuánto cuántos cuántas se su sus lo
  le les este esta estos estas ese esa eso esto pero también muy ya desde hasta durante tras según está están cada
  todo todos todas otro otra si porque qué`);

/** Spanish: Snowball's stemmer; function words are not indexed. */
export const spanish: Language = {
  code: 'es',
  stem: (word) => stemmer(word.replace(bareSuffix, accentedSuffix)),
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
};
