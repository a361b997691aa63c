import { stemmer } from '@orama/stemmers/spanish';
import { type Language, noWords, words } from './language.ts';

/** Spanish: Snowball's stemmer. */
export const spanish: Language = {
  code: 'es',
  stem: stemmer,
  stopWords: noWords,
  elisions: noWords,
  clitics: noWords,
  functionWords: words(`
    el la los las un una unos unas de del al en que qué con por para sin sobre entre no es son era eran ser fue
    fueron ha han había más como cómo cuando cuándo donde dónde cuál cuáles quién quiénes cuánto cuántos cuántas se su
    sus lo le les este esta estos estas ese esa eso esto pero también muy ya desde hasta durante tras según está están
    cada todo todos todas otro otra si porque qué`),
};
