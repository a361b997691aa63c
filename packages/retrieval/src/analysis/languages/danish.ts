import { stemmer } from '@orama/stemmers/danish';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  mere hvilket vores både gennem igen findes bruges ikke og i at det en et den til er som på de med han af for ikke der var mig sig men har om vi min havde ham hun nu over
  da fra du ud sin dem os op man hans hvor eller hvad skal selv her alle vil blev kunne ind når være dog noget nogle
  nogen jo mod disse hvis din efter ved blive bliver meget også hvordan hvornår hvorfor hvem hvilken hvilke kan skulle
  måtte ville denne dette mellem uden`);

/** Danish: Snowball's stemmer; function words are not indexed. */
export const danish: Language = {
  code: 'da',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
  joinsCompounds: true,
};
