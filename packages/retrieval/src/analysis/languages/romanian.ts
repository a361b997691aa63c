import { stemmer } from '@orama/stemmers/romanian';
import { foldedWords, type Language, noWords, words } from './language.ts';

const functionWords = words(`
  și şi în de la cu pe din nu că este sunt un o care pentru mai ce se să au fost era ca prin dar sau după când unde
  cum cine acest această aceste acestea ale lui ei lor sa său ai al cel cea cei cele fi fără între până despre dacă
  nici numai foarte fiind avea are am va vor`);

/** Romanian: Snowball's stemmer; function words are not indexed. */
export const romanian: Language = {
  code: 'ro',
  stem: stemmer,
  stopWords: foldedWords(functionWords),
  elisions: noWords,
  clitics: noWords,
  functionWords,
  stemsAccents: true,
};
