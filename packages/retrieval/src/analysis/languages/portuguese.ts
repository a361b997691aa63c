import { stemmer } from '@orama/stemmers/portuguese';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  o os a as um uma uns umas de do da dos das em no na nos nas num numa ao aos à às pelo pela pelos pelas por para com
  sem sob sobre entre até que não se mas ou e como quando onde quem qual quais porque mais muito também já isso isto
  este esta estes estas esse essa aquele aquela ele ela eles elas eu nós você seu sua seus suas meu minha lhe é são
  foi era eram ser está estão foram será tem têm tinha há ter`);

/** Portuguese: Snowball's stemmer; function words are not indexed. */
export const portuguese: Language = {
  code: 'pt',
  stem: (word) => stemmer(word.replace(/c(ao|oes)$/, (_, end) => (end === 'ao' ? 'ção' : 'ções'))),
  stopWords: foldedWords(functionWords),
  elisions: words('d'),
  clitics: noWords,
  functionWords,
};
